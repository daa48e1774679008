import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import {
  type BriefPage,
  type Content,
  composeGapBrief,
  durationMs,
  type Facts,
  type Gap,
  type Plan,
  type Policy,
  parseGapAnswer,
  type Reviewer,
  redactSecrets,
  type Task,
} from "@countersign/core";
import { removeDirectory } from "../checks/prepare/remove-directory.ts";
import { askInTurn } from "./ask-in-turn.ts";
import { copyTree } from "./copy-tree.ts";
import { describeNotReady } from "./create-readiness.ts";
import { roundGeneratedPaths } from "./prepare-briefs.ts";
import { redactText } from "./redact-text.ts";
import type { ReviewerDeps } from "./reviewer-deps.ts";
import { MAX_PAGE_CHARS, shownChange } from "./shown-change.ts";
import { allowanceFor, answerCost } from "./spending.ts";

export type GapQuestion = {
  policy: Policy;
  /** The agent that looks for gaps. Never an author. */
  reviewer: Reviewer;
  task: Task;
  content: Content;
  facts: Facts;
  plan: Plan;
  spentTodayUsd: number;
  signal: AbortSignal;
};

/** The agent's answer. Gaps from the fixed rules are independent of it. */
export type GapAnswer = {
  costUsd: number;
  gaps: Gap[];
  /** Why the agent did not see the whole change, for people. Null if it did. */
  missing: string | null;
};

const MAX_TIME_MS = 300_000;

const GAP_SCHEMA = {
  type: "object",
  properties: {
    completed: { const: true },
    nonce: { type: "string" },
    tree: { type: "string" },
    gaps: {
      type: "array",
      maxItems: 10,
      items: {
        type: "object",
        properties: { concern: { type: "string" }, reviewer: { type: "string" } },
        required: ["concern", "reviewer"],
        additionalProperties: false,
      },
    },
  },
  required: ["completed", "nonce", "tree", "gaps"],
  additionalProperties: false,
};

/** Asks an agent once for gaps in the policies. The answer can only add reviewers of the registry. */
export async function askGaps(deps: ReviewerDeps, question: GapQuestion): Promise<GapAnswer> {
  const { policy, reviewer, task, content, spentTodayUsd } = question;
  const spent = { review: 0, task, today: spentTodayUsd };
  const allowed = allowanceFor(reviewer, policy.limits, spent);
  if (!allowed.ok) return { gaps: [], missing: allowed.reason, costUsd: 0 };
  const state = await deps.runner.state(reviewer);
  if (!state.ok) return { gaps: [], missing: describeNotReady(state), costUsd: 0 };
  await mkdir(deps.scratch, { recursive: true, mode: 0o700 });
  const root = await mkdtemp(join(deps.scratch, "gaps-"));
  try {
    const directory = join(root, "tree");
    await mkdir(directory, { mode: 0o700 });
    await copyTree(deps.mirror, content, directory);
    return await ask(deps, question, { directory, budgetUsd: allowed.budgetUsd });
  } finally {
    await removeDirectory(root);
  }
}

type GapRun = { directory: string; budgetUsd: number };

/** Asks about every page of the change until the budget is used up. */
async function ask(
  deps: ReviewerDeps,
  question: GapQuestion,
  { directory, budgetUsd }: GapRun,
): Promise<GapAnswer> {
  const { policy, task, content } = question;
  const diff = await deps.mirror.showDiff(content);
  const { pages, notShownWhole } = shownChange(diff, {
    policy,
    generated: roundGeneratedPaths(task),
  });
  const gaps: Gap[] = [];
  let costUsd = 0;
  for (const [index, change] of pages.entries()) {
    const page = { number: index + 1, of: pages.length };
    const share = Math.max(0, budgetUsd - costUsd) / (pages.length - index);
    const isOver = budgetUsd > 0 && share === 0;
    if (isOver) return { gaps, costUsd, missing: `Its budget ended before page ${page.number}.` };
    const answer = await askPage(deps, question, { directory, budgetUsd: share, change, page });
    costUsd += answer.costUsd;
    if ("noResult" in answer) return { gaps, costUsd, missing: answer.noResult };
    gaps.push(...answer.gaps);
  }
  const missing = notShownWhole === null ? null : `It was not shown: ${notShownWhole}`;
  return { gaps, costUsd, missing };
}

async function askPage(
  deps: ReviewerDeps,
  { policy, reviewer, task, content, facts, plan, signal }: GapQuestion,
  { directory, budgetUsd, change, page }: GapRun & { change: string; page: BriefPage },
): Promise<{ costUsd: number } & ({ gaps: Gap[] } | { noResult: string })> {
  const { tree } = content;
  const nonce = randomBytes(16).toString("hex");
  const candidates = candidatesFor(policy, task, plan);
  const brief = composeGapBrief({
    task: { id: task.id, title: redactSecrets(task.title), author: task.assignee ?? "unknown" },
    plan,
    candidates,
    change,
    maxChangeChars: MAX_PAGE_CHARS,
    page,
    tree,
    nonce,
  });
  const reply = await askInTurn(deps, {
    reviewer: { ...reviewer, budgetUsd },
    brief: redactText(brief).text,
    answerSchema: GAP_SCHEMA,
    directory,
    timeoutMs: Math.min(durationMs(reviewer.timeout), MAX_TIME_MS),
    signal,
  });
  if (reply === null) return { noResult: "The answer is no longer needed.", costUsd: 0 };
  const costUsd = answerCost(reply.usage, budgetUsd);
  if (!reply.ok) return { noResult: redactSecrets(reply.reason), costUsd };
  const paths = facts.files.map(({ path }) => path);
  const ids = candidates.map(({ id }) => id);
  const expected = { nonce, tree, foundBy: reviewer.id, candidates: ids, paths };
  const read = parseGapAnswer(redactText(reply.text).text, expected);
  if (read.ok) return { gaps: read.gaps, costUsd };
  return { noResult: `Its answer is not valid: ${read.reason}.`, costUsd };
}

/** Returns registered agents that are not asked yet and did not write the work. */
function candidatesFor({ reviewers }: Policy, { authors }: Task, { requirements }: Plan) {
  const asked = new Set(requirements.flatMap(({ who }) => who));
  return reviewers.filter(
    ({ id, kind }) => kind === "agent" && !asked.has(id) && !authors.includes(id),
  );
}
