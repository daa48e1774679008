import type { EngineDeps } from "../../execute/engine-deps.ts";
import { transact } from "../../platform/transact.ts";
import type { UnsandboxedRule } from "../../review/checks/sandbox-refusal.ts";
import { readRepository } from "../../store/organisation/repositories.ts";
import { recordSettings } from "./record-settings.ts";

/**
 * Returns the rule for one organisation's repositories, from the owner's settings for their paths. A permission
 * is recorded before it is used.
 */
export function unsandboxedIn(
  parts: Pick<EngineDeps, "pool" | "allowsUnsandboxed" | "ownerSettings">,
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
