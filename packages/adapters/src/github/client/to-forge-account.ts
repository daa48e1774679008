import type { ForgeAccount } from "@countersign/engine";
import { z } from "zod";

/** An account in GitHub's responses and webhooks. */
export const githubAccount = z.object({ id: z.number(), login: z.string(), type: z.string() });
export type GithubAccount = z.infer<typeof githubAccount>;

/** An account that can be missing: GitHub sends null, or an empty object, for an author without one. */
export const optionalAccount = githubAccount.nullish().catch(null);

/** Stands for an account that was deleted. No person can be linked to it. */
const DELETED: ForgeAccount = { id: 0, login: "ghost", isBot: false };

/** Converts an account; a missing one becomes the deleted account. */
export function toForgeAccount(account: GithubAccount | null | undefined): ForgeAccount {
  if (account === null || account === undefined) return DELETED;
  return { id: account.id, login: account.login, isBot: account.type === "Bot" };
}
