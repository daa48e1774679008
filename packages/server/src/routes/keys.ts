import { contract } from "@countersign/api";
import type { PersonKey } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addKeyRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.listKeys, async ({ by }) => ({
    items: (await engine.keys(by)).map(viewKey),
  }));
  implementPostRoute(server, contract.addKey, async ({ by, body }) =>
    viewKey(await engine.addKey(by, body)),
  );
  implementRoute(server, contract.retireKey, async ({ by, params }) =>
    viewKey(await engine.retireKey(by, params.fingerprint)),
  );
}

function viewKey({ origins, ...key }: PersonKey) {
  return { ...key, origins: [...origins] };
}
