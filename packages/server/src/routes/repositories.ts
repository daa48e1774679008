import { contract } from "@countersign/api";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addRepositoryRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.listRepositories, async ({ by }) => ({
    items: await engine.repositories(by),
  }));
  implementPostRoute(server, contract.addRepository, ({ by, body }) =>
    engine.addRepository(by, body),
  );
  implementRoute(server, contract.readPolicy, async ({ by, params }) => {
    const { repo, tip, policy } = await engine.policy(by, params.repo);
    return { repo, tip, digest: policy.digest, policy: { ...policy } };
  });
  implementPostRoute(server, contract.connectReviewer, async ({ by, params }) => {
    await engine.connectReviewer(by, params.repo);
    return {};
  });
  implementRoute(server, contract.removeRepository, async ({ by, params }) => {
    await engine.removeRepository(by, params.repo);
    return {};
  });
  implementPostRoute(server, contract.releaseRepository, ({ by, params, body }) =>
    engine.releaseRepository(by, params.repo, body),
  );
}
