import { setTimeout as pause } from "node:timers/promises";
import { durationMs } from "@countersign/core";
import { askOnce } from "./ask-once.ts";
import {
  NOTHING_USED,
  type PageAnswer,
  type PageAnswers,
  worstOpinion,
} from "./join-page-answers.ts";
import type { BriefRequest, PreparedBriefs } from "./prepare-briefs.ts";
import type {
  ReviewAttempt,
  ReviewerDeps,
  ReviewerQuestion,
  ReviewUsage,
} from "./reviewer-deps.ts";
import { type Allowance, allowanceFor } from "./spending.ts";

type WorkLocation = { prepared: PreparedBriefs; directory: string };

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 300_000;

/** Budget, retries and time that the questions about all pages share. */
type Effort = {
  used: ReviewUsage;
  /** Cost of the answers to earlier pages. */
  earlierUsd: number;
  retriesLeft: number;
  pauseMs: number;
  /** Time for the pages after the first, in milliseconds. Waiting for a turn does not count. */
  leftMs: number;
};

/**
 * Asks a reviewer about each page of a change, with retries.
 *
 * Caps, retries and timeout apply to all pages together. If one is used up before the last page, the earlier
 * answers count as an answer to a part of the change.
 */
export async function askPages(
  deps: ReviewerDeps,
  question: ReviewerQuestion,
  location: WorkLocation,
): Promise<PageAnswers> {
  const { reviewer } = question;
  const { asks, notShownWhole } = location.prepared;
  const effort: Effort = {
    used: NOTHING_USED,
    earlierUsd: 0,
    retriesLeft: reviewer.retries,
    pauseMs: deps.firstPauseMs ?? FIRST_PAUSE_MS,
    leftMs: durationMs(reviewer.timeout) * (1 + reviewer.retries),
  };
  const answers: PageAnswer[] = [];
  for (const [index, ask] of asks.entries()) {
    const page = { ask, pagesLeft: asks.length - index, isFirst: index === 0 };
    effort.earlierUsd = effort.used.costUsd;
    const asked = await askPage(deps, question, { ...location, ...page }, effort);
    if (asked.ok) {
      answers.push(asked);
      continue;
    }
    const [first, ...others] = answers;
    if (first === undefined || (!asked.isOver && !isObjection(answers)))
      return { reason: asked.reason, used: effort.used };
    const missing = `page ${index + 1} of ${asks.length} was not answered. ${asked.reason}`;
    return {
      answers: [first, ...others],
      notShownWhole: missing,
      pages: asks.length,
      used: effort.used,
    };
  }
  const [first, ...others] = answers;
  if (first === undefined) return { reason: "There was nothing to ask.", used: effort.used };
  return { answers: [first, ...others], notShownWhole, pages: asks.length, used: effort.used };
}

/** Returns true if an earlier page has objections, which count even if a later page has no answer. */
function isObjection(answers: readonly PageAnswer[]): boolean {
  const worst = worstOpinion(answers);
  return worst === "blocker" || worst === "concerns";
}

type Page = WorkLocation & {
  ask: BriefRequest;
  isFirst: boolean;
  /** Includes this page. */
  pagesLeft: number;
};

/** `isOver`: the page was not asked, because the budget or time for all pages is used up. */
type PageResult = PageAnswer | { ok: false; reason: string; isOver: boolean };

async function askPage(
  deps: ReviewerDeps,
  question: ReviewerQuestion,
  page: Page,
  effort: Effort,
): Promise<PageResult> {
  let said = "";
  for (;;) {
    const allowed = allowanceNow(question, effort, page);
    if (!allowed.ok) {
      const reason = said === "" ? "" : `${said} It was not asked again. `;
      return pageNotAsked(`${reason}${allowed.reason}`, said === "");
    }
    const tried = await tryPage(deps, question, page, { ...effort, ...allowed });
    effort.used = added(effort.used, tried);
    effort.leftMs -= tried.durationMs;
    if (tried.ok) return tried;
    if (!(await isWorthRetry(tried, effort, question.signal)))
      return pageNotAsked(tried.reason, false);
    effort.retriesLeft -= 1;
    effort.pauseMs *= 2;
    said = tried.reason;
  }
}

async function tryPage(
  deps: ReviewerDeps,
  { reviewer, content, signal }: ReviewerQuestion,
  { prepared, directory, ask, isFirst }: Page,
  { budgetUsd, leftMs }: { budgetUsd: number; leftMs: number },
): Promise<ReviewAttempt> {
  const timeoutMs = durationMs(reviewer.timeout);
  return await askOnce(deps, {
    ask,
    touched: prepared.touched,
    content,
    reviewer: { ...reviewer, budgetUsd },
    directory,
    timeoutMs: isFirst ? timeoutMs : Math.min(timeoutMs, leftMs),
    signal,
  });
}

/** Waits before the next attempt. Returns false if there is none. */
async function isWorthRetry(
  { again, afterMs }: Extract<ReviewAttempt, { ok: false }>,
  { retriesLeft, pauseMs }: Effort,
  signal: AbortSignal,
): Promise<boolean> {
  const waitMs = Math.max(afterMs ?? 0, pauseMs);
  if (again !== "soon" || retriesLeft === 0 || waitMs > MAX_PAUSE_MS || signal.aborted)
    return false;
  return await pauseFor(waitMs, signal);
}

function pageNotAsked(reason: string, isOver: boolean): PageResult {
  return { ok: false, reason, isOver };
}

/** Returns the budget of this page: an equal share of the remaining budget. */
function allowanceNow(
  { reviewer, policy, task, spentTodayUsd = 0 }: ReviewerQuestion,
  { used, earlierUsd, leftMs }: Effort,
  { pagesLeft, isFirst }: Page,
): Allowance {
  if (!isFirst && leftMs <= 0) return { ok: false, reason: "Its time for all pages is used up." };
  const own = reviewer.budgetUsd;
  const isFree = own === null || own === 0;
  if (!isFree && earlierUsd >= own)
    return { ok: false, reason: `Its budget for one answer is used up: $${own.toFixed(2)}.` };
  const spent = { review: used.costUsd, task, today: spentTodayUsd };
  const budgetUsd = isFree ? own : own - earlierUsd;
  const allowed = allowanceFor({ budgetUsd }, policy.limits, spent);
  return allowed.ok ? { ok: true, budgetUsd: allowed.budgetUsd / pagesLeft } : allowed;
}

function added(used: ReviewUsage, { costUsd, tokens }: ReviewAttempt): ReviewUsage {
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

/** Waits. Returns false if the answer is no longer needed. */
async function pauseFor(ms: number, signal: AbortSignal): Promise<boolean> {
  return await pause(ms, true, { signal }).catch(() => false);
}
