import {
  type Actor,
  type Command,
  type Content,
  type Policy,
  type Requirement,
  type Task,
  type TaskEffect,
  transition,
} from "@countersign/core";
import { machineVerdictId } from "../../store/names/derived-ids.ts";
import { ENGINE } from "../../store/names/engine-keys.ts";
import { createPreparations } from "../checks/prepare/preparations.ts";
import { createTreeCopies } from "../reviewers/tree-copies.ts";
import { answerCommand } from "./answer-command.ts";
import { askMachine, type MachineResult, type ReviewDeps } from "./ask-machine.ts";
import { createLocalTask, LOCAL_AUTHOR, localContext, localSubmission } from "./local-task.ts";
import { readFacts } from "./read-facts.ts";
import { withGaps } from "./with-gaps.ts";

type ToTask = Exclude<Command, { type: "create" }>;

/** The result of one reviewer. A missing result is never an approval. */
export type ReviewStep = { reviewer: string; requirement: string; kind: "check" | "agent" } & (
  | { is: "asked" }
  | Ended
);

type Ended =
  | { is: "answered"; findings: number; durationMs: number; sandboxed: boolean }
  | { is: "no_result"; reason: string; durationMs: number }
  | { is: "not_asked" };

export type OneReview = {
  content: Content;
  policy: Policy;
  title: string;
  nowMs: number;
  /** `none` only makes the plan, `checks` asks programs, `everybody` also asks agents. */
  asks: "none" | "checks" | "everybody";
  /** Restricts the reviewers to these. Default: all. */
  only?: readonly string[] | undefined;
  /** Milliseconds for a project command or an agent to answer. Default: its own timeout. */
  waitMs?: number | undefined;
  signal: AbortSignal;
  /** Called after each step. */
  onStep(step: ReviewStep): void;
};

export type ReviewOnceResult = {
  task: Task;
  /** The results of all machines that were asked, in order of completion. */
  steps: readonly ReviewStep[];
};

/**
 * Reviews one change once, in memory, with the same plan, machines and decisions as in the engine. Nothing is
 * stored and no person is asked.
 */
export async function reviewOnce(deps: ReviewDeps, review: OneReview): Promise<ReviewOnceResult> {
  const { content, policy, title, signal } = review;
  const steps: ReviewStep[] = [];
  const running = new Set<Promise<void>>();
  const patience = new AbortController();
  const waiting = AbortSignal.any([signal, patience.signal]);
  const machines = {
    copies: createTreeCopies(deps.scratch),
    preparations: createPreparations(),
    ...deps,
  };
  const context = localContext(review);
  let task = createLocalTask(title, content.repo, context);

  const apply = (actor: Actor, command: ToTask): void => {
    const step = transition(task, command, context(actor));
    task = step.task;
    for (const effect of step.effects) {
      if (effect.do === "read_content") follow(plan(effect.round));
      for (const asked of machinesIn(effect, task)) follow(ask(asked));
    }
  };
  const follow = (work: Promise<void>): void => {
    const followed: Promise<void> = work.finally(() => running.delete(followed));
    running.add(followed);
  };
  const report = (step: ReviewStep): void => {
    if (step.is !== "asked") steps.push(step);
    review.onStep(step);
  };
  async function plan(round: number): Promise<void> {
    const facts = await readFacts(deps.mirror, policy, content);
    apply(ENGINE, withGaps(task, { type: "plan_round", round, facts, gaps: [] }, context(ENGINE)));
  }
  async function ask({ requirement, reviewer, round }: MachineSeat): Promise<void> {
    const kind = requirement.kind === "check" ? "check" : "agent";
    const about = { reviewer, requirement: requirement.id, kind } as const;
    if (!isSelected(review, kind, reviewer)) return report({ ...about, is: "not_asked" });
    report({ ...about, is: "asked" });
    const began = performance.now();
    const change = { policy, task, of: "round", content } as const;
    const question = {
      ...change,
      requirement,
      reviewer,
      signal: isBuiltIn(policy, reviewer) ? signal : waiting,
    };
    const result = await askMachine(machines, question).catch(noResult);
    if (result === null) return report({ ...about, is: "not_asked" });
    report({ ...about, ...stepOutcome(result, performance.now() - began) });
    const id = machineVerdictId(ALONE, task.id, `${requirement.id}:${reviewer}`);
    const { command, actor } = answerCommand(id, round, question, result);
    apply(actor, command);
  }

  const timer = setTimeout(() => patience.abort(), review.waitMs ?? MAX_WAIT_MS);
  apply(LOCAL_AUTHOR, localSubmission(content));
  try {
    while (running.size > 0 && !signal.aborted) await Promise.race(running);
  } finally {
    clearTimeout(timer);
    await Promise.allSettled(running); // wait until everything started has ended
  }
  signal.throwIfAborted();
  return { task, steps };
}

function isSelected({ asks, only }: OneReview, kind: "check" | "agent", reviewer: string): boolean {
  if (asks === "none" || (asks === "checks" && kind === "agent")) return false;
  return only === undefined || only.includes(reviewer);
}

/** Built-in reviewers take milliseconds and ignore the caller's time limit. */
function isBuiltIn({ reviewers }: Policy, reviewer: string): boolean {
  return reviewers.some(({ id, adapter }) => id === reviewer && adapter === "builtin");
}

/** The longest possible timer, longer than any reviewer's timeout. */
const MAX_WAIT_MS = 2 ** 31 - 1;

type MachineSeat = { requirement: Requirement; reviewer: string; round: number };

/** Returns each machine that an effect asks. */
function machinesIn(effect: TaskEffect, { round }: Task): MachineSeat[] {
  if (effect.do !== "ask") return [];
  const asked = (round?.plan?.requirements ?? []).filter(
    ({ id, human }) => !human && effect.requirements.includes(id),
  );
  return asked.flatMap((requirement) =>
    requirement.who
      .filter((reviewer) => effect.only === undefined || effect.only === reviewer)
      .map((reviewer) => ({ requirement, reviewer, round: effect.round })),
  );
}

type Outcome = Extract<Ended, { is: "answered" | "no_result" }>;

function stepOutcome(result: MachineResult, ms: number): Outcome {
  const durationMs = Math.round(ms);
  if ("noResult" in result) return { is: "no_result", reason: result.noResult, durationMs };
  const { findings, sandboxed } = result;
  return { is: "answered", findings: findings.length, durationMs, sandboxed };
}

/** Converts an internal error into a missing result. */
function noResult(error: unknown): { noResult: string } {
  const said = error instanceof Error ? error.message : String(error);
  return { noResult: `It could not be asked: ${said}` };
}

const ALONE = "local";
