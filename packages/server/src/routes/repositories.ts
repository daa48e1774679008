import { contract } from "@countersign/api";
import { implement, implementPost, type Server } from "../http/implement.ts";

export function repositoryRoutes(server: Server): void {
  const { engine } = server;
  implement(server, contract.listRepositories, async ({ by }) => ({
    items: await engine.repositories(by),
  }));
  implementPost(server, contract.addRepository, ({ by, body }) => engine.addRepository(by, body));
  implement(server, contract.readPolicy, async ({ by, params }) => {
    const { repo, tip, policy } = await engine.policy(by, params.repo);
    return { repo, tip, digest: policy.digest, policy: { ...policy } };
  });
  implementPost(server, contract.connectReviewer, async ({ by, params }) => {
    await engine.connectReviewer(by, params.repo);
    return {};
  });
  implement(server, contract.removeRepository, async ({ by, params }) => {
    await engine.removeRepository(by, params.repo);
    return {};
  });
  implementPost(server, contract.releaseRepository, ({ by, params, body }) =>
    engine.releaseRepository(by, params.repo, body),
  );
}
