import { contract } from "@countersign/api";
import { implement, implementPost, type Server } from "../http/implement.ts";

export function tokenRoutes(server: Server): void {
  const { engine } = server;
  implement(server, contract.listTokens, async ({ by }) => ({ items: await engine.tokens(by) }));
  implementPost(server, contract.createToken, ({ by, body }) => engine.createToken(by, body));
  implement(server, contract.revokeToken, async ({ by, params }) => {
    await engine.revokeToken(by, params.id);
    return {};
  });
}
