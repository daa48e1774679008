import { CountersignError } from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { transact } from "../../platform/transact.ts";
import { lastValidPolicy } from "../../policy/last-valid-policy.ts";
import type { Repository } from "../../ports/mirror.ts";
import { type ForeignTip, listForeignTips } from "../../store/organisation/foreign-tips.ts";
import {
  listRepositories,
  type RepositoryHold,
  type StoredRepository,
} from "../../store/organisation/repositories.ts";

export type RepositorySummary = {
  id: string;
  path: string;
  target: string;
  /** Where the target stood when it was last accepted. */
  tip: string;
  /** Where the target is now; null while merges go on, or when it cannot be read. */
  found: string | null;
  /** Why nothing is merged to it now; null when merges go on. */
  hold: RepositoryHold | null;
  /** Why the configuration of the target branch cannot be used; null when it can. */
  problem: string | null;
  /** The engine's owner lets its commands run without a sandbox where there is none. */
  unsandboxed: boolean;
  /** What changed in countersign for this repository, for its owner; null for nothing. */
  notice: string | null;
  /** Commits on the target that were accepted without a review in the last 7 days, in words; null for none. */
  unreviewed: string | null;
};

/** Every registered repository of an organisation, with what keeps merges from going on. */
export async function repositoryLines(
  parts: EngineDeps,
  org: string,
): Promise<RepositorySummary[]> {
  const { rows, foreign } = await transact(parts.pool, org, async (session) => ({
    rows: await listRepositories(session, org),
    foreign: Map.groupBy(await listForeignTips(session, org), ({ repo }) => repo),
  }));
  return await Promise.all(
    rows.map(async ({ notice, ...row }) => {
      const { id, path, target, tip, hold, problem } = row;
      const unsandboxed = (await parts.allowsUnsandboxed?.(path)) ?? false;
      const isSettled = hold === null && problem === null;
      const found = isSettled ? null : await tipNow(parts, org, { id, path }, target);
      const told = notice === null ? null : await noticeText(parts, org, row);
      const unreviewed = unreviewedText(foreign.get(id) ?? []);
      const state = { tip, found, hold, problem };
      return { id, path, target, ...state, unsandboxed, notice: told, unreviewed };
    }),
  );
}

/** One line for all foreign commits: the last ones accepted, and how often others were before. */
export function unreviewedText(tips: readonly ForeignTip[]): string | null {
  const [last, ...earlier] = tips;
  if (last === undefined) return null;
  const times = earlier.length === 1 ? "once" : `${earlier.length} times`;
  return earlier.length === 0 ? last.text : `${last.text} (others were accepted ${times} before)`;
}

async function tipNow(parts: EngineDeps, org: string, repository: Repository, target: string) {
  const reading = await parts.mirrorOf(org).readTarget(repository, target);
  return reading.is === "at" ? reading.tip : null;
}

export async function repositoryLine(
  parts: EngineDeps,
  org: string,
  id: string,
): Promise<RepositorySummary> {
  const found = (await repositoryLines(parts, org)).find((line) => line.id === id);
  if (found === undefined) throw new CountersignError("not_found", `There is no repository ${id}`);
  return found;
}

/**
 * A one-time notice to the owner of a repository from an older release. Null if its policy makes it
 * pointless.
 */
async function noticeText(
  parts: EngineDeps,
  org: string,
  repository: StoredRepository,
): Promise<string | null> {
  const policy = await lastValidPolicy(parts, org, repository);
  if (policy?.merge.freshness !== "clean-merge" || policy.merge.strategy === "none") return null;
  return `Merges to ${repository.target} now follow git: a file that both sides changed is merged when git can join the changes and the checks pass on the result. To send such work back as before: countersign config set merge.freshness no-overlap`;
}
