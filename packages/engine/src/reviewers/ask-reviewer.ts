import { CountersignError, type Opinion, type Policy } from "@countersign/core";
import type { CheckFinding } from "../checks/run-check.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { ReviewerRunner } from "../ports/reviewer-runner.ts";
import { askPages } from "./ask-pages.ts";
import { type AskAbout, prepareAsk } from "./brief-input.ts";
import { copyTree } from "./copy-tree.ts";
import { answered, NOTHING_USED, withoutResult } from "./join-pages.ts";
import { notReady } from "./not-ready.ts";
import { allowanceFor } from "./spending.ts";
import { createTreeCopies, type HeldCopy, type TreeCopies } from "./tree-copies.ts";
import type { Turns } from "./turns.ts";

export type ReviewerParts = {
  mirror: Pick<Mirror, "showDiff" | "interdiff" | "checkout" | "readFile">;
  runner: ReviewerRunner;
  /** A directory of ours for copies; what is in it may go at any time. */
  scratch: string;
  /** Left out: it gets a copy of its own. */
  copies?: TreeCopies | undefined;
  /** Left out: nobody waits. */
  turns?: Turns | undefined;
  /** The pause before the second try; each further one is twice as long. */
  firstPauseMs?: number | undefined;
};

export type ReviewerQuestion = AskAbout & {
  policy: AskAbout["policy"] & Pick<Policy, "limits">;
  /** What the organisation spent today. */
  spentTodayUsd?: number | undefined;
  signal: AbortSignal;
};

/** What it used up, with every page and try. Tokens are null where nobody knows them. */
export type Used = { costUsd: number; tokens: { input: number; output: number } | null };

/** What an agent says of one tree. No result is not an answer, and never an approval. */
export type ReviewerResult = { kind: "agent" } & Used &
  (
    | {
        opinion: Opinion;
        findings: CheckFinding[];
        /** Which findings, by index, are about lines that it has seen before. */
        unchanged: readonly number[];
        summary: string;
        sandboxed: boolean;
        durationMs: number;
        /** Why it was not shown the whole change; the core lets no such answer approve. */
        notShownWhole?: string | undefined;
      }
    | { noResult: string; cause: "failed" | "over_cap" }
  );

/**
 * Asks an agent about exactly one tree, page by page, and believes nothing that it says.
 *
 * It gets a copy of the tree without credentials, which goes away with the answer. It is not asked when
 * a spending cap is reached.
 */
export async function askReviewer(
  parts: ReviewerParts,
  question: ReviewerQuestion,
): Promise<ReviewerResult> {
  const { reviewer, policy, task, spentTodayUsd: today = 0 } = question;
  const allowed = allowanceFor(reviewer, policy.limits, { review: 0, task, today });
  if (!allowed.ok) return withoutResult(allowed.reason, "over_cap", NOTHING_USED);
  const state = await parts.runner.state(reviewer);
  if (!state.ok) return withoutResult(notReady(state), "failed", NOTHING_USED);

  const { mirror, copies = createTreeCopies(parts.scratch) } = parts;
  const { content } = question;
  let held: HeldCopy | null = null;
  try {
    held = await copies.take(content, (place) => copyTree(mirror, content, place));
    const prepared = await prepareAsk(mirror, question);
    const { directory, copy } = held;
    const asked = await askPages(parts, question, { prepared, directory });
    return answered(asked, copy);
  } catch (error) {
    if (error instanceof CountersignError)
      return withoutResult(error.message, "failed", NOTHING_USED);
    throw error;
  } finally {
    await held?.release();
  }
}
