import { contract } from "@countersign/api";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addTrustRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.readTrust, ({ by, params }) => engine.trust(by, params.repo));
  implementRoute(server, contract.readTrustRequest, ({ by, params }) =>
    engine.trustRequest(by, params.repo, params.id),
  );
  implementPostRoute(server, contract.proposeTrust, ({ by, params, body }) =>
    engine.proposeTrust(by, params.repo, body),
  );
  implementPostRoute(server, contract.signTrust, ({ by, params }) =>
    engine.signTrust(by, params.repo, params.id),
  );
  implementRoute(server, contract.withdrawTrust, async ({ by, params }) => {
    await engine.withdrawTrust(by, params.repo, params.id);
    return {};
  });
}
