import { contract } from "@countersign/api";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addTokenRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.listTokens, async ({ by }) => ({
    items: await engine.tokens(by),
  }));
  implementPostRoute(server, contract.createToken, ({ by, body }) => engine.createToken(by, body));
  implementRoute(server, contract.revokeToken, async ({ by, params }) => {
    await engine.revokeToken(by, params.id);
    return {};
  });
}
