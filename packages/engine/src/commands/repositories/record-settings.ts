import type { EngineScope } from "../../execute/engine-scope.ts";
import type { OwnerSettings } from "../../ports/owner-settings.ts";
import {
  BY_ENGINE,
  readLastChange,
  recordChange,
} from "../../store/organisation/organisation-log.ts";

const NOTHING: OwnerSettings = { unsandboxed: [], programs: {} };

/**
 * Records changes of the owner's settings file in the organisation's log. Changes made by hand, or while no
 * engine ran, are recorded too.
 */
export async function recordSettings({
  transact,
  ownerSettings,
}: Pick<EngineScope, "transact" | "ownerSettings">): Promise<void> {
  const settings = await ownerSettings?.();
  if (settings === undefined) return;
  await transact(async (session) => {
    const last = await readLastChange(session, "engine_settings_changed");
    const changes = settingsChanges(last?.settings ?? NOTHING, settings);
    if (changes.length === 0) return;
    const reason = changes.join("; ");
    await recordChange(session, BY_ENGINE, {
      type: "engine_settings_changed",
      settings,
      reason,
    });
  });
}

/** Describes the differences between two settings. */
export function settingsChanges(before: OwnerSettings, after: OwnerSettings): string[] {
  const allowed = after.unsandboxed.filter((path) => !before.unsandboxed.includes(path));
  const forbidden = before.unsandboxed.filter((path) => !after.unsandboxed.includes(path));
  const confirmed = Object.entries(after.programs).filter(
    ([name, { path, sha256 }]) =>
      before.programs[name]?.path !== path || before.programs[name]?.sha256 !== sha256,
  );
  const removed = Object.keys(before.programs).filter((name) => !(name in after.programs));
  return [
    ...allowed.map((path) => `commands of ${path} may run without a sandbox`),
    ...forbidden.map((path) => `commands of ${path} run only in a sandbox`),
    ...confirmed.map(([name, { path, sha256 }]) => `${name} is ${path}, SHA-256 ${sha256}`),
    ...removed.map((name) => `${name} is no longer confirmed`),
  ];
}
