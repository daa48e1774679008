import { contract } from "@countersign/api";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

/** Serves the administration of the connection to a forge. */
export function addForgeRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.readForge, ({ by }) => engine.forgeStatus(by));
  implementPostRoute(server, contract.addForgeRepository, ({ by, body }) =>
    engine.addForgeRepository(by, body),
  );
  implementPostRoute(server, contract.linkForgeAccount, async ({ by, body }) => {
    await engine.linkForgeAccount(by, body);
    return {};
  });
  implementRoute(server, contract.unlinkForgeAccount, async ({ by, params }) => {
    await engine.unlinkForgeAccount(by, Number(params.account));
    return {};
  });
}
