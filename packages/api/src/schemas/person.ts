import { ActorId } from "@countersign/core";
import { z } from "zod";

/** The identity providers with which people sign in. */
export const ProviderMethod = z.enum(["oidc", "github"]);
export type ProviderMethod = z.infer<typeof ProviderMethod>;

/** How people sign in to this engine, without anything secret. */
export const SignInMethods = z.object({
  items: z.array(
    z.object({
      method: ProviderMethod,
      /** What the person knows the provider by. */
      name: z.string(),
    }),
  ),
});

/** The address at the provider where the browser continues. */
export const BegunSignIn = z.object({ url: z.url() });

/** One way in which a person signs in, or an open invitation. */
export const PersonLine = z.object({
  id: z.string(),
  actor: ActorId,
  /** The account at the provider; null while the invitation is open. */
  identity: z.object({ issuer: z.string(), subject: z.string() }).nullable(),
  /** Whether the person may use administration after a fresh sign-in. */
  canAdminister: z.boolean(),
  invitedMs: z.number(),
  invitedUntilMs: z.number(),
  addedMs: z.number().nullable(),
});
export type PersonLine = z.infer<typeof PersonLine>;

export const PersonList = z.object({ items: z.array(PersonLine) });

/** The link is returned only here. */
export const Invitation = z.object({
  actor: ActorId,
  url: z.url(),
  expiresMs: z.number(),
});
export type Invitation = z.infer<typeof Invitation>;
