import type { Policy, Requirement, Task } from "@countersign/core";
import { boundary } from "../boundaries/boundary.ts";
import { isBuiltin, runBuiltin } from "../checks/builtin.ts";
import { type CheckResult, runCheck } from "../checks/run-check.ts";
import type { Parts } from "../commands/parts.ts";
import { sayAsEngine } from "../commands/say.ts";
import { verdictIdOf } from "../commands/verdict-id.ts";
import { policyOf, protectedKeys } from "./read-content.ts";

type ReviewJob = {
  id: string;
  task: string;
  of: "round" | "checkup";
  number: number;
  requirement: string;
  reviewer: string;
};

/** How often a running check is asked whether anybody still wants its answer. */
const LOOK_MS = 2_000;

/** Asks one machine for its answer to one requirement. Without an answer the deadline decides. */
export async function review(parts: Parts, org: string, job: ReviewJob): Promise<void> {
  const task = await parts.store.load(org, job.task);
  const asked = task === null ? null : askedIn(task, job);
  if (task === null || asked === null) return;
  boundary("review.begun");
  const policy = await policyOf(parts, org, task.repo);
  const wanted = stillWanted(parts, org, job);
  try {
    const result = await answer(parts, org, policy, asked, job.reviewer, wanted.signal);
    if (result === null || "noResult" in result) {
      const { task: id, requirement, reviewer } = job;
      parts.log({
        level: "warn",
        event: "no_result",
        fields: { org, task: id, requirement, reviewer },
      });
      return;
    }
    boundary("review.answered");
    await sayAsEngine(
      parts,
      org,
      task.id,
      `${job.id}:verdict`,
      {
        type: "record_verdict",
        id: verdictIdOf(org, task.id, job.id),
        of: job.of,
        number: job.number,
        tree: asked.tree,
        requirement: job.requirement,
        opinion: result.opinion,
        summary: result.summary,
        findings: result.findings.map((raw) => ({ raw, onUnchangedLines: false })),
        costUsd: 0,
        sandboxed: result.sandboxed,
      },
      { id: job.reviewer, kind: "check", planner: false },
    );
  } finally {
    wanted.stop();
  }
}

type Asked = {
  requirement: Requirement;
  tree: string;
  content: NonNullable<Task["round"]>["content"];
};

/** What was asked, if it still waits for an answer. */
function askedIn(task: Task, { of, number, requirement }: ReviewJob): Asked | null {
  const source = of === "round" ? task.round : task.checkup?.planned;
  const isCurrent =
    of === "round"
      ? task.round?.number === number && task.phase.is !== "rework"
      : task.checkup?.number === number;
  const found = source?.plan?.requirements.find(({ id }) => id === requirement);
  if (!isCurrent || !source || found === undefined) return null;
  return { requirement: found, tree: source.content.tree, content: source.content };
}

async function answer(
  parts: Parts,
  org: string,
  policy: Policy,
  { content }: Asked,
  reviewer: string,
  signal: AbortSignal,
): Promise<CheckResult | null> {
  const mirror = parts.mirrorOf(org);
  if (isBuiltin(reviewer, policy.reviewers))
    return await runBuiltin(reviewer, {
      mirror,
      content,
      policy,
      protectedKeys: protectedKeys(policy),
    });
  const check = policy.checks.find(({ id }) => id === reviewer);
  if (check === undefined) return null;
  const { processes, reports, scratch } = parts;
  const { repo, tree } = content;
  return await runCheck(
    { mirror, processes, reports, scratch },
    { repo, tree, check, prepare: policy.prepare, signal },
  );
}

/** A check whose round is over is stopped. */
function stillWanted(parts: Parts, org: string, job: ReviewJob) {
  const abort = new AbortController();
  const look = async () => {
    const task = await parts.store.load(org, job.task);
    if (task === null || askedIn(task, job) === null) abort.abort();
  };
  const timer = setInterval(() => {
    look().catch(() => undefined); // the database does not answer: the check goes on
  }, LOOK_MS);
  return { signal: abort.signal, stop: () => clearInterval(timer) };
}
