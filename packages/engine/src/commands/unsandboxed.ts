import type { UnsandboxedRule } from "../checks/sandbox-refusal.ts";
import { recordSettings } from "../effects/record-settings.ts";
import { readRepository } from "../store/repositories.ts";
import { transact } from "../store/transact.ts";
import type { Parts } from "./parts.ts";

/**
 * The rule for the repositories of one organisation: what the engine's owner says about their paths. A permission is
 * recorded before it is used.
 */
export function unsandboxedIn(
  parts: Pick<Parts, "pool" | "allowsUnsandboxed" | "ownerSettings">,
  org: string,
): UnsandboxedRule {
  return async (repo) => {
    const { pool, allowsUnsandboxed } = parts;
    if (allowsUnsandboxed === undefined) return false;
    const { path } = await transact(pool, org, (session) => readRepository(session, org, repo));
    const isAllowed = await allowsUnsandboxed(path);
    if (isAllowed) await recordSettings(parts, org);
    return isAllowed;
  };
}
