import type { UnsandboxedRule } from "../checks/sandbox-refusal.ts";
import { readRepository } from "../store/repositories.ts";
import { transact } from "../store/transact.ts";
import type { Parts } from "./parts.ts";

/** The rule for the repositories of one organisation: what the engine's owner says about their paths. */
export function unsandboxedIn(
  { pool, allowsUnsandboxed }: Pick<Parts, "pool" | "allowsUnsandboxed">,
  org: string,
): UnsandboxedRule {
  return async (repo) => {
    if (allowsUnsandboxed === undefined) return false;
    const { path } = await transact(pool, org, (session) => readRepository(session, org, repo));
    return await allowsUnsandboxed(path);
  };
}
