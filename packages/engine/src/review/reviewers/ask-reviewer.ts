import { CountersignError } from "@countersign/core";
import { askPages } from "./ask-pages.ts";
import { copyTree } from "./copy-tree.ts";
import { describeNotReady } from "./create-readiness.ts";
import { joinPageAnswers, NOTHING_USED, noReviewerResult } from "./join-page-answers.ts";
import { prepareBriefs } from "./prepare-briefs.ts";
import type { ReviewerDeps, ReviewerQuestion, ReviewerResult } from "./reviewer-deps.ts";
import { allowanceFor } from "./spending.ts";
import { createTreeCopies, type HeldCopy } from "./tree-copies.ts";

/**
 * Asks an agent about exactly one tree, page by page, and verifies the answer.
 *
 * The agent gets a copy of the tree without credentials, which is removed after the answer. No question is asked
 * once a spending cap is reached.
 */
export async function askReviewer(
  deps: ReviewerDeps,
  question: ReviewerQuestion,
): Promise<ReviewerResult> {
  const { reviewer, policy, task, spentTodayUsd: today = 0 } = question;
  const allowed = allowanceFor(reviewer, policy.limits, { review: 0, task, today });
  if (!allowed.ok) return noReviewerResult(allowed.reason, "over_cap", NOTHING_USED);
  const state = await deps.runner.state(reviewer);
  if (!state.ok) return noReviewerResult(describeNotReady(state), "failed", NOTHING_USED);

  const { mirror, copies = createTreeCopies(deps.scratch) } = deps;
  const { content } = question;
  let held: HeldCopy | null = null;
  try {
    held = await copies.take(content, (place) => copyTree(mirror, content, place));
    const prepared = await prepareBriefs(mirror, question);
    const { directory, copy } = held;
    const asked = await askPages(deps, question, { prepared, directory });
    return joinPageAnswers(asked, copy);
  } catch (error) {
    if (error instanceof CountersignError)
      return noReviewerResult(error.message, "failed", NOTHING_USED);
    throw error;
  } finally {
    await held?.release();
  }
}
