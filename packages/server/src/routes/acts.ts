import { contract } from "@countersign/api";
import type { Engine } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addActRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.readOpenAct, async ({ by }) => {
    const act = await engine.openAct(by);
    return { act: act && viewAct(act) };
  });
  implementRoute(server, contract.readAct, async ({ by, params }) =>
    viewAct(await engine.preparedAct(by, params.nonce)),
  );
  implementPostRoute(server, contract.offerSignature, async ({ by, params, body }) =>
    viewAct(await engine.offerSignature(by, params.nonce, body.sshsig)),
  );
}

function viewAct({ offered, ...act }: Awaited<ReturnType<Engine["preparedAct"]>>) {
  return { ...act, offered: [...offered] };
}
