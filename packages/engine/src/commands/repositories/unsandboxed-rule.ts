import type { EngineScope } from "../../execute/engine-scope.ts";
import type { UnsandboxedRule } from "../../review/checks/sandbox-refusal.ts";
import { readRepository } from "../../store/organisation/repositories.ts";
import { recordSettings } from "./record-settings.ts";

/**
 * Returns the rule for one organisation's repositories, from the owner's settings for their paths. A permission
 * is recorded before it is used.
 */
export function unsandboxedRule(
  scope: Pick<EngineScope, "read" | "transact" | "allowsUnsandboxed" | "ownerSettings">,
): UnsandboxedRule {
  return async (repo) => {
    const { read, allowsUnsandboxed } = scope;
    if (allowsUnsandboxed === undefined) return false;
    const { path } = await read((session) => readRepository(session, repo));
    const isAllowed = await allowsUnsandboxed(path);
    if (isAllowed) await recordSettings(scope);
    return isAllowed;
  };
}
