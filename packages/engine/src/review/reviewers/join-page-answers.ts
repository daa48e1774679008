import { type Opinion, oneLine, redactSecrets } from "@countersign/core";
import type { TreeCopy } from "./copy-tree.ts";
import type { ReviewAttempt, ReviewerResult, ReviewUsage } from "./reviewer-deps.ts";

/** A reviewer's answer to one page. */
export type PageAnswer = Extract<ReviewAttempt, { ok: true }>;

/** The answers to the pages of a change in order, or the reason why there are none. */
export type PageAnswers = { used: ReviewUsage } & (
  | {
      answers: readonly [PageAnswer, ...PageAnswer[]];
      /** Why the answers do not cover the whole change. Null if they do. */
      notShownWhole: string | null;
      pages: number;
    }
  | { reason: string }
);

export const NOTHING_USED: ReviewUsage = { costUsd: 0, tokens: null };

const MAX_REASON = 1_000;
const MAX_NOT_SHOWN = 500;
const MAX_SUMMARY = 19_000;

/** An abstention on one page prevents an approval of the change. */
const WORST_FIRST: readonly Opinion[] = ["blocker", "concerns", "abstained", "approved"];

/** Joins the answers to all pages. The worst opinion wins, and all findings are kept. */
export function joinPageAnswers(asked: PageAnswers, { leftOut }: TreeCopy): ReviewerResult {
  const { used } = asked;
  if ("reason" in asked) return noReviewerResult(asked.reason, "failed", used);
  const { answers } = asked;
  const covered = answers.some((answer) => answer.covered)
    ? "a part of the question is hidden behind the name of a credential."
    : null;
  const notShownWhole = asked.notShownWhole ?? covered;
  const notes = [
    ...(leftOut === 0 ? [] : [`${leftOut} files were not in its copy.`]),
    ...(notShownWhole === null ? [] : [`It was not shown the whole change: ${notShownWhole}`]),
  ];
  const said = answers.map(({ summary }, index) => pageSummary(summary, index, asked.pages));
  return {
    kind: "agent",
    opinion: worstOpinion(answers),
    findings: answers.flatMap(({ findings }) => findings),
    unchanged: unchangedIn(answers),
    summary: [said.join("\n").slice(0, MAX_SUMMARY), ...notes].join("\n\n").trim(),
    sandboxed: answers.every(({ sandboxed }) => sandboxed),
    durationMs: answers.reduce((sum, { durationMs }) => sum + durationMs, 0),
    ...(notShownWhole === null ? {} : { notShownWhole: oneLine(notShownWhole, MAX_NOT_SHOWN) }),
    ...used,
  };
}

export function worstOpinion(answers: readonly Pick<PageAnswer, "opinion">[]): Opinion {
  const said = answers.map(({ opinion }) => opinion);
  return WORST_FIRST.find((opinion) => said.includes(opinion)) ?? "abstained";
}

/** Returns the indexes of findings on unchanged lines in the joined list. */
function unchangedIn(answers: readonly PageAnswer[]): number[] {
  let before = 0;
  return answers.flatMap(({ findings, unchanged }) => {
    const from = before;
    before += findings.length;
    return unchanged.map((index) => index + from);
  });
}

function pageSummary(summary: string, index: number, pages: number): string {
  return pages === 1 ? summary : `Page ${index + 1} of ${pages}: ${summary}`;
}

/** Returns a missing result, which never counts as an approval. */
export function noReviewerResult(
  reason: string,
  cause: "failed" | "over_cap",
  used: ReviewUsage,
): ReviewerResult {
  const noResult = oneLine(redactSecrets(reason), MAX_REASON) || "It gave no reason.";
  return { kind: "agent", noResult, cause, ...used };
}
