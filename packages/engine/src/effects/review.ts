import type { Content, Requirement, Task } from "@countersign/core";
import { boundary } from "../boundaries/boundary.ts";
import type { Parts } from "../commands/parts.ts";
import { sayAsEngine } from "../commands/say.ts";
import { verdictIdOf } from "../commands/verdict-id.ts";
import { askMachine } from "../rounds/ask-machine.ts";
import { policyOf } from "./read-content.ts";

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
    const { processes, reports, scratch } = parts;
    const { requirement, content } = asked;
    const result = await askMachine(
      { mirror: parts.mirrorOf(org), processes, reports, scratch },
      {
        policy,
        task,
        of: job.of,
        content,
        requirement,
        reviewer: job.reviewer,
        signal: wanted.signal,
      },
    );
    if (result === null || "noResult" in result) {
      const { task: id, requirement: asks, reviewer } = job;
      const fields = { org, task: id, requirement: asks, reviewer };
      parts.log({ level: "warn", event: "no_result", fields });
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

type Asked = { requirement: Requirement; tree: string; content: Content };

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
