import { contract } from "@countersign/api";
import type { Buckets } from "../guards/buckets.ts";
import { type KnownTokens, requireRoom } from "../guards/limit-requests.ts";
import {
  honoPath,
  implementPublicPostRoute,
  parseInput,
  readQuery,
  type Server,
} from "../http/implement-route.ts";
import { readBody } from "../http/read-body.ts";
import { guessSource, isForPublicHost } from "../http/request-token.ts";
import { keepSession } from "../http/session-cookie.ts";

/** `guesses` limits wrong passkeys per address, together with wrong tokens. New sessions are added to `known`. */
type PasskeyDeps = { guesses: Buckets; known: KnownTokens };

/** Serves the sign-in with passkeys. At the public host the session is in a cookie; on loopback it never is. */
export function addPasskeyRoutes(server: Server, { guesses, known }: PasskeyDeps): void {
  const { app, engine, cookieOrigin } = server;
  implementPublicPostRoute(server, contract.createPasskeyChallenge, async () => ({
    challenge: engine.createPasskeyChallenge(),
  }));
  const { path, request } = contract.beginPasskeySession;
  app.post(honoPath(path), async (context) => {
    const { headers } = context.req.raw;
    parseInput(request.query, readQuery(context, request.query));
    const { schema } = request.body.content["application/json"];
    const body = parseInput(schema, await readBody(context.req.raw));
    const source = guessSource(headers, context.env?.source, cookieOrigin);
    requireRoom(guesses.take(source), "Too many wrong passkeys from this address.");
    const session = await engine.beginPasskeySession(headers.get("origin"), {
      ...body,
      authenticatorData: bytesOf(body.authenticatorData),
      clientData: bytesOf(body.clientData),
      signature: bytesOf(body.signature),
    });
    guesses.giveBack(source);
    known.note(session.token, true);
    if (!isForPublicHost(headers, cookieOrigin)) return context.json(session);
    keepSession(context, session);
    return context.json({ ...session, token: null });
  });
}

function bytesOf(base64url: string): Uint8Array {
  return Buffer.from(base64url, "base64url");
}
