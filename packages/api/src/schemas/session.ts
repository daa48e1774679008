import { ActorId } from "@countersign/core";
import { z } from "zod";
import { Role } from "./words.ts";

/**
 * How a person signed in: with a one-time code of the command line, by OpenID Connect, by
 * GitHub, or with a passkey.
 */
export const SignInMethod = z.enum(["code", "oidc", "github", "passkey"]);

export const SessionLine = z.object({
  id: z.string(),
  via: SignInMethod,
  createdMs: z.number(),
  expiresMs: z.number(),
  /** Whether this request was made with the session. */
  isCurrent: z.boolean(),
});
export type SessionLine = z.infer<typeof SessionLine>;

export const SessionList = z.object({ items: z.array(SessionLine) });

/** The token itself is returned only here. */
export const BegunSession = z.object({
  token: z.string(),
  actor: ActorId,
  role: Role,
  expiresMs: z.number(),
});
export type BegunSession = z.infer<typeof BegunSession>;

export const CreatedCode = z.object({
  code: z.string(),
  /** Milliseconds until the code expires. */
  validMs: z.int(),
});
