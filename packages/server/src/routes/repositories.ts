import { contract } from "@countersign/api";
import { implement, implementPost, type Server } from "../implement.ts";

export function repositoryRoutes(server: Server): void {
  const { engine } = server;
  implement(server, contract.listRepositories, async ({ by }) => ({
    items: await engine.repositories(by),
  }));
  implementPost(server, contract.addRepository, ({ by, body }) => engine.addRepository(by, body));
  implement(server, contract.removeRepository, async ({ by, params }) => {
    await engine.removeRepository(by, params.repo);
    return {};
  });
  implementPost(server, contract.releaseRepository, ({ by, params, body }) =>
    engine.releaseRepository(by, params.repo, body.reason),
  );
}
