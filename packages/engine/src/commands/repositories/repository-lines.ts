import { CountersignError } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { lastValidPolicy } from "../../policy/last-valid-policy.ts";
import type { Repository } from "../../ports/mirror.ts";
import { type ForeignTip, listForeignTips } from "../../store/organisation/foreign-tips.ts";
import {
  listRepositories,
  type RepositoryHold,
  type StoredRepository,
} from "../../store/organisation/repositories.ts";
import { listOpenTrust, type WaitingTrust } from "../../store/organisation/trust-requests.ts";

export type RepositorySummary = {
  id: string;
  path: string;
  target: string;
  /** The last accepted tip of the target. */
  tip: string;
  /** The current tip of the target. Null unless merges are on hold and the target is readable. */
  found: string | null;
  /** Why merges are on hold. Null if they are not. */
  hold: RepositoryHold | null;
  /** Why the configuration of the target branch is unusable. Null if it is usable. */
  problem: string | null;
  /** True if the engine's owner allows commands without a sandbox. */
  unsandboxed: boolean;
  /** An upgrade notice for the owner of this repository. Null if there is none. */
  notice: string | null;
  /** Description of the commits accepted without a review in the last 7 days. Null if there are none. */
  unreviewed: string | null;
  /** The root or change of trust that waits for signatures. Null if there is none. */
  trustRequest: WaitingTrust | null;
};

/** Returns every registered repository of an organisation, with the obstacles to merging. */
export async function repositoryLines(scope: EngineScope): Promise<RepositorySummary[]> {
  const { rows, foreign, waiting } = await scope.transact(async (session) => ({
    rows: await listRepositories(session),
    foreign: Map.groupBy(await listForeignTips(session), ({ repo }) => repo),
    waiting: new Map((await listOpenTrust(session)).map(({ repo, ...open }) => [repo, open])),
  }));
  return await Promise.all(
    rows.map(async ({ notice, ...row }) => {
      const { id, path, target, tip, hold, problem } = row;
      const unsandboxed = (await scope.allowsUnsandboxed?.(path)) ?? false;
      const isSettled = hold === null && problem === null;
      const found = isSettled ? null : await tipNow(scope, { id, path }, target);
      const told = notice === null ? null : await noticeText(scope, row);
      const unreviewed = unreviewedText(foreign.get(id) ?? []);
      const trustRequest = waiting.get(id) ?? null;
      const state = { tip, found, hold, problem, trustRequest };
      return { id, path, target, ...state, unsandboxed, notice: told, unreviewed };
    }),
  );
}

/** Describes all foreign commits in one line: the last ones accepted, and the number of earlier ones. */
export function unreviewedText(tips: readonly ForeignTip[]): string | null {
  const [last, ...earlier] = tips;
  if (last === undefined) return null;
  const times = earlier.length === 1 ? "once" : `${earlier.length} times`;
  return earlier.length === 0 ? last.text : `${last.text} (others were accepted ${times} before)`;
}

async function tipNow(scope: EngineScope, repository: Repository, target: string) {
  const reading = await scope.mirror.readTarget(repository, target);
  return reading.is === "at" ? reading.tip : null;
}

export async function repositoryLine(scope: EngineScope, id: string): Promise<RepositorySummary> {
  const found = (await repositoryLines(scope)).find((line) => line.id === id);
  if (found === undefined) throw new CountersignError("not_found", `There is no repository ${id}`);
  return found;
}

/**
 * Returns a one-time notice for the owner of a repository from an older release. Null if its policy makes it
 * pointless.
 */
async function noticeText(
  scope: EngineScope,
  repository: StoredRepository,
): Promise<string | null> {
  const policy = await lastValidPolicy(scope, repository);
  if (policy?.merge.freshness !== "clean-merge" || policy.merge.strategy === "none") return null;
  return `Merges to ${repository.target} now follow git: a file that both sides changed is merged when git can join the changes and the checks pass on the result. To send such work back as before: countersign config set merge.freshness no-overlap`;
}
