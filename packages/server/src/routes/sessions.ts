import { contract } from "@countersign/api";
import type { Buckets } from "../guards/buckets.ts";
import { requireRoom } from "../guards/limit-requests.ts";
import {
  implementPostRoute,
  implementPublicPostRoute,
  implementRoute,
  type Server,
} from "../http/implement-route.ts";

/** `guesses` limits wrong codes per address, together with wrong tokens. */
export function addSessionRoutes(server: Server, guesses: Buckets): void {
  const { engine } = server;
  implementPostRoute(server, contract.createSessionCode, ({ by }) => engine.createSignInCode(by));
  implementPublicPostRoute(server, contract.beginSession, async ({ body, source }) => {
    requireRoom(guesses.take(source), "Too many wrong codes from this address.");
    const session = await engine.beginSession(body.code);
    guesses.giveBack(source);
    return session;
  });
  implementRoute(server, contract.listSessions, async ({ by }) => ({
    items: await engine.sessions(by),
  }));
  implementRoute(server, contract.endSession, async ({ by, params }) => {
    await engine.endSession(by, params.id);
    return {};
  });
  implementRoute(server, contract.signOut, async ({ by }) => {
    await engine.signOut(by);
    return {};
  });
}
