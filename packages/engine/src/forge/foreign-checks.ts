import type { EngineScope } from "../execute/engine-scope.ts";
import type { ForeignCheck } from "../ports/forge.ts";
import { saveForeignCheck } from "../store/forge/stored-changes.ts";

type Head = { number: number; head: string };

/** Lists the heads of pull requests. Several can have the same. */
export function headsOf(changes: readonly Head[]): string[] {
  return [...new Set(changes.map(({ head }) => head))];
}

/** Stores and reports checks on heads that use our name and are not ours. They never count. */
export async function saveForeignChecks(
  scope: EngineScope,
  repo: string,
  changes: readonly Head[],
  found: readonly ForeignCheck[],
): Promise<void> {
  const byCreator = Map.groupBy(changes, ({ head }) =>
    creatorOf(found.find(({ commit }) => commit === head)),
  );
  for (const [creator, own] of byCreator) {
    const numbers = own.map(({ number }) => number);
    const isNew = await scope.transact((session) =>
      saveForeignCheck(session, { repo, numbers }, creator),
    );
    const fields = { org: scope.org, repo, cause: creator };
    if (isNew) scope.log({ level: "error", event: "foreign_check", fields });
  }
}

function creatorOf(check: ForeignCheck | undefined): string | null {
  if (check === undefined) return null;
  return check.app === null ? "user" : `app:${check.app}`;
}
