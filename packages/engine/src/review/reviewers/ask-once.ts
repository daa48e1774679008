import { randomBytes } from "node:crypto";
import {
  type Content,
  composeBrief,
  parseAnswer,
  type Reviewer,
  redactSecrets,
} from "@countersign/core";
import { ANSWER_SCHEMA } from "./answer-schema.ts";
import { askInTurn } from "./ask-in-turn.ts";
import { checkAnswer } from "./check-answer.ts";
import type { BriefRequest, PreparedBriefs } from "./prepare-briefs.ts";
import { redactText } from "./redact-text.ts";
import type { ReviewAttempt, ReviewerDeps } from "./reviewer-deps.ts";
import { answerCost } from "./spending.ts";

type OneAsk = Pick<PreparedBriefs, "touched"> & {
  ask: BriefRequest;
  content: Content;
  /** The reviewer with the budget of this attempt. */
  reviewer: Reviewer & { budgetUsd: number };
  directory: string;
  timeoutMs: number;
  signal: AbortSignal;
};

const MAX_SUMMARY = 19_000;

/** Asks once, with a new nonce. */
export async function askOnce(deps: ReviewerDeps, one: OneAsk): Promise<ReviewAttempt> {
  const { content, reviewer } = one;
  const nonce = randomBytes(16).toString("hex");
  const { text: brief, covered } = redactText(composeBrief({ ...one.ask, nonce }));
  const none = { costUsd: 0, tokens: null, durationMs: 0 };
  if (!brief.trimEnd().endsWith(`nonce ${nonce}, tree ${content.tree}.`))
    return {
      ok: false,
      reason: "The question could not be freed of credentials.",
      again: "never",
      ...none,
    };

  const { directory, timeoutMs, signal } = one;
  const reply = await askInTurn(deps, {
    reviewer,
    brief,
    answerSchema: ANSWER_SCHEMA,
    directory,
    timeoutMs,
    signal,
  });
  if (reply === null)
    return { ok: false, reason: "The answer is no longer needed.", again: "never", ...none };
  const { usage } = reply;
  const used = {
    costUsd: answerCost(usage, reviewer.budgetUsd),
    durationMs: Math.max(0, Math.round(reply.durationMs)),
    tokens:
      usage === null
        ? null
        : { input: whole(usage.inputTokens), output: whole(usage.outputTokens) },
  };
  if (!reply.ok) {
    const { reason, again, afterMs } = reply;
    return { ok: false, reason, again, afterMs, ...used };
  }
  const parsed = parseAnswer(reply.text, { nonce, tree: content.tree, reviewer });
  if (!parsed.ok) return { ok: false, reason: noAnswer(parsed.reason), again: "soon", ...used };
  const checked = await checkAnswer(deps.mirror, content, parsed.answer, one.touched);
  if (!checked.ok) return { ok: false, reason: noAnswer(checked.reason), again: "soon", ...used };
  const { findings, unchanged, refused } = checked;
  const { opinion, summary, notes } = parsed.answer;
  const said = [redactSecrets(summary), ...[...notes, ...refused].map((note) => `(${note})`)];
  return {
    ok: true,
    opinion,
    findings,
    unchanged,
    summary: said.join("\n").trim().slice(0, MAX_SUMMARY),
    sandboxed: reply.sandboxed,
    covered: covered > 0,
    ...used,
  };
}

function noAnswer(reason: string): string {
  return `Its answer is not valid: ${reason}.`;
}

function whole(count: number): number {
  return Number.isFinite(count) ? Math.max(0, Math.round(count)) : 0;
}
