import type { Task } from "@countersign/core";
import type { ForgeReport } from "../ports/forge.ts";
import type { StoredChange } from "../store/forge/stored-changes.ts";
import { isWorse } from "./check-state.ts";

/** Why an open pull request keeps the check of its head from being green, whatever its task says. */
export type Unreviewed = "other_branch" | "refused" | "no_task";

/**
 * Returns why a pull request is not reviewed. Null if its task decides, or if it is closed: an approval was given under
 * the policy of one branch, so it counts for that branch only.
 */
export function findUnreviewed(
  { state, baseBranch, head, shown }: StoredChange,
  task: Task | null,
  target: string,
): Unreviewed | null {
  if (state !== "open") return null;
  if (baseBranch !== target) return "other_branch";
  if (task !== null) return null;
  return shown?.commit === head && shown.state === "failure" ? "refused" : "no_task";
}

/**
 * Chooses the pull requests that bring the check of their common head up to date. Those without a task write the same if
 * they are unreviewed for the same reason, so one of them suffices: a thousand must not write for each other.
 */
export function choosePublishing(changes: readonly StoredChange[], target: string): StoredChange[] {
  const withTask = changes.filter(({ taskId }) => taskId !== null);
  const without = changes.filter(({ taskId }) => taskId === null);
  const reasons = Map.groupBy(without, (change) => findUnreviewed(change, null, target));
  return [...withTask, ...[...reasons.values()].flatMap(([first]) => first ?? [])];
}

const TEXTS = {
  other_branch: "is for another branch",
  refused: "was not accepted for review",
  no_task: "is not under review",
} as const satisfies Record<Unreviewed, string>;

/** The title of a check for all pull requests with its head. */
export function unreviewedTitle(number: number, why: Unreviewed): string {
  return `Pull request #${number} with this head ${TEXTS[why]}`;
}

/** Makes the check of a head worse that belongs to a pull request which is not reviewed. */
export function withUnreviewed(report: ForgeReport, number: number, why: Unreviewed): ForgeReport {
  const state = why === "refused" ? "failure" : "in_progress";
  if (!isWorse(state, report.state)) return report;
  const title = unreviewedTitle(number, why);
  const summary = [
    `${title}. All pull requests with one head share its check.`,
    `Close #${number} or push another commit to it.`,
    report.summary,
  ];
  return { ...report, state, title, summary: summary.join("\n\n").trim() };
}

/** Builds the report of a pull request that is not reviewed and whose head has a check of ours. */
export function buildUnreviewed(head: string, number: number, why: Unreviewed): ForgeReport {
  const empty = { summary: "", detailsUrl: null, annotations: [], actions: [], comment: null };
  const report = { commit: head, externalId: "unreviewed", title: "", ...empty };
  return withUnreviewed({ ...report, state: "success" }, number, why);
}
