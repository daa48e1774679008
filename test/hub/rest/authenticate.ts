import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import type { HubToken } from "../world/apps.ts";
import type { World } from "../world/world.ts";
import { type Actor, RestFailure } from "./call.ts";

const Claims = z.object({
  iss: z.union([z.string(), z.number()]),
  iat: z.number(),
  exp: z.number(),
});
const MAX_LIFE_SECONDS = 600;
const CLOCK_TOLERANCE_SECONDS = 60;

/** Returns who makes a call. A wrong or expired credential is 401. */
export function authenticate(world: World, header: string | undefined): Actor {
  if (header === undefined) return { kind: "none" };
  const [, credential = ""] = /^(?:bearer|token) (.+)$/i.exec(header) ?? [];
  if (credential.split(".").length === 3) return authenticateApp(world, credential);
  const token = findToken(world, credential);
  if (token === undefined) throw new RestFailure(401, "Bad credentials");
  if (token.kind === "user") return token;
  const { installation, permissions } = token;
  if (installation.isSuspended) throw new RestFailure(403, "This installation has been suspended");
  const { app } = installation;
  return { kind: "installation", app, installation, account: app.bot, permissions };
}

/** Returns a token that has not expired. */
export function findToken(world: World, credential: string | null): HubToken | undefined {
  const token = world.tokens.get(credential ?? "");
  const isExpired = token?.kind === "installation" && token.expiresAtMs <= Date.now();
  return isExpired ? undefined : token;
}

/** Verifies an RS256 token that the app signed with its private key, valid for ten minutes at most. */
function authenticateApp(world: World, credential: string): Actor {
  const [head = "", body = "", signature = ""] = credential.split(".");
  const claims = Claims.safeParse(parse(body));
  if (!claims.success) throw new RestFailure(401, "A JSON web token could not be decoded");
  const { iss, iat, exp } = claims.data;
  const app = world.apps.find(({ id, clientId }) => `${iss}` === `${id}` || iss === clientId);
  if (app === undefined) throw new RestFailure(401, "Integration not found");
  const signed = Buffer.from(`${head}.${body}`);
  const isRs256 = z.object({ alg: z.literal("RS256") }).safeParse(parse(head)).success;
  const key = createPublicKey(app.publicKey);
  if (!isRs256 || !verify("sha256", signed, key, Buffer.from(signature, "base64url")))
    throw new RestFailure(401, "A JSON web token could not be decoded");
  const now = Date.now() / 1000;
  if (iat > now + CLOCK_TOLERANCE_SECONDS)
    throw new RestFailure(401, "'Issued at' claim ('iat') must be an Integer in the past");
  if (exp < now || exp - now > MAX_LIFE_SECONDS + CLOCK_TOLERANCE_SECONDS)
    throw new RestFailure(401, "'Expiration time' claim ('exp') is too far in the future");
  return { kind: "app", app };
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return null;
  }
}
