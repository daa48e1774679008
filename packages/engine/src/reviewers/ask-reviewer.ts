import { setTimeout as pause } from "node:timers/promises";
import {
  CountersignError,
  durationMs,
  type Opinion,
  oneLine,
  type Policy,
  redactSecrets,
} from "@countersign/core";
import type { CheckFinding } from "../checks/run-check.ts";
import type { Mirror } from "../ports/mirror.ts";
import type { ReviewerRunner } from "../ports/reviewer-runner.ts";
import { askOnce, type Try } from "./ask-once.ts";
import { type AskAbout, type PreparedAsk, prepareAsk } from "./brief-input.ts";
import { copyTree, type TreeCopy } from "./copy-tree.ts";
import { notReady } from "./not-ready.ts";
import { allowanceFor, type Spent } from "./spending.ts";
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
  policy: Pick<Policy, "rules" | "limits">;
  /** What the organisation spent today. */
  spentTodayUsd?: number | undefined;
  signal: AbortSignal;
};

/** What it used up, with every try. Tokens are null where nobody knows them. */
type Used = { costUsd: number; tokens: { input: number; output: number } | null };

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
      }
    | { noResult: string; cause: "failed" | "over_cap" }
  );

const FIRST_PAUSE_MS = 1_000;
const MOST_PAUSE_MS = 300_000;
const MOST_REASON = 1_000;

/**
 * Asks an agent about exactly one tree, again if that is worth it, and believes nothing that it says.
 *
 * It gets a copy of the tree without credentials, which goes away with the answer. It is not asked when
 * a spending cap is reached.
 */
export async function askReviewer(
  parts: ReviewerParts,
  question: ReviewerQuestion,
): Promise<ReviewerResult> {
  const nothing: Used = { costUsd: 0, tokens: null };
  const allowed = allowanceFor(question.reviewer, question.policy.limits, spentBefore(question, 0));
  if (!allowed.ok) return withoutResult(allowed.reason, "over_cap", nothing);
  const state = await parts.runner.state(question.reviewer);
  if (!state.ok) return withoutResult(notReady(state), "failed", nothing);

  const { mirror, copies = createTreeCopies(parts.scratch) } = parts;
  const { content } = question;
  let held: HeldCopy | null = null;
  try {
    held = await copies.take(content, (place) => copyTree(mirror, content, place));
    const prepared = await prepareAsk(mirror, question);
    const { directory, copy } = held;
    return await tryUntilAnswered(parts, question, { prepared, directory, copy });
  } catch (error) {
    if (error instanceof CountersignError) return withoutResult(error.message, "failed", nothing);
    throw error;
  } finally {
    await held?.release();
  }
}

type Place = { prepared: PreparedAsk; directory: string; copy: TreeCopy };

async function tryUntilAnswered(
  parts: ReviewerParts,
  question: ReviewerQuestion,
  place: Place,
): Promise<ReviewerResult> {
  const { reviewer, policy, signal } = question;
  let used: Used = { costUsd: 0, tokens: null };
  let pauseMs = parts.firstPauseMs ?? FIRST_PAUSE_MS;
  let said = "";
  for (let left = reviewer.retries; ; left -= 1) {
    const allowed = allowanceFor(reviewer, policy.limits, spentBefore(question, used.costUsd));
    if (!allowed.ok)
      return withoutResult(`${said} It was not asked again. ${allowed.reason}`, "failed", used);
    const tried = await askOnce(parts, {
      ...place.prepared,
      content: question.content,
      reviewer: { ...reviewer, budgetUsd: allowed.budgetUsd },
      directory: place.directory,
      timeoutMs: durationMs(reviewer.timeout),
      signal,
    });
    used = added(used, tried);
    if (tried.ok) return answered(tried, used, place.copy);
    const waitMs = Math.max(tried.afterMs ?? 0, pauseMs);
    const isWorthIt = tried.again === "soon" && left > 0 && waitMs <= MOST_PAUSE_MS;
    if (!isWorthIt || signal.aborted || !(await pauseFor(waitMs, signal)))
      return withoutResult(tried.reason, "failed", used);
    pauseMs *= 2;
    said = tried.reason;
  }
}

function spentBefore({ task, spentTodayUsd = 0 }: ReviewerQuestion, review: number): Spent {
  return { review, task, today: spentTodayUsd };
}

function added(used: Used, { costUsd, tokens }: Try): Used {
  return {
    costUsd: used.costUsd + costUsd,
    tokens:
      tokens === null
        ? used.tokens
        : {
            input: (used.tokens?.input ?? 0) + tokens.input,
            output: (used.tokens?.output ?? 0) + tokens.output,
          },
  };
}

function answered(
  {
    opinion,
    findings,
    unchanged,
    summary,
    sandboxed,
    durationMs: tookMs,
  }: Extract<Try, { ok: true }>,
  used: Used,
  { leftOut }: TreeCopy,
): ReviewerResult {
  const missing = leftOut === 0 ? "" : `\n\n${leftOut} files were not in its copy.`;
  return {
    kind: "agent",
    opinion,
    findings,
    unchanged,
    summary: `${summary}${missing}`.trim(),
    sandboxed,
    durationMs: tookMs,
    ...used,
  };
}

function withoutResult(reason: string, cause: "failed" | "over_cap", used: Used): ReviewerResult {
  const noResult = oneLine(redactSecrets(reason), MOST_REASON) || "It gave no reason.";
  return { kind: "agent", noResult, cause, ...used };
}

/** False when nobody waits for the answer any more. */
async function pauseFor(ms: number, signal: AbortSignal): Promise<boolean> {
  return await pause(ms, true, { signal }).catch(() => false);
}
