import {
  type Actor,
  type Content,
  type Context,
  CountersignError,
  isGivenUp,
  machinesOf,
  type Policy,
  type Requirement,
  type Round,
  type Task,
} from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { findLogged, holdForFault } from "../../execute/hold-for-fault.ts";
import { readTaskWithContext } from "../../execute/read-task-with-context.ts";
import { boundary } from "../../platform/boundary.ts";
import { findRunner } from "../../policy/engine-run.ts";
import { type AnswerCommand, answerCommand } from "../../review/rounds/answer-command.ts";
import type { MachineQuestion, MachineResult } from "../../review/rounds/ask-machine.ts";
import { machineVerdictId } from "../../store/names/derived-ids.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { spentToday } from "../../store/organisation/spent-today.ts";
import { askUntilAnswered } from "./ask-until-answered.ts";
import { refillTaskSeats } from "./refill-seats.ts";
import { countRestarts } from "./review-jobs.ts";

type ReviewJob = {
  id: string;
  task: string;
  of: "round" | "checkup";
  number: number;
  requirement: string;
  reviewer: string;
  /** How often a person had restarted the reviewer when this job was created. */
  again: number;
};

/** Milliseconds between checks whether a running check's answer is still needed. */
const LOOK_MS = 2_000;
/** Attempts to record one answer before the task is held. */
const RECORD_TRIES = 3;

/**
 * Asks one machine about one requirement and records its result on the task.
 *
 * A reviewer that the engine does not run answers over its live connection; without an answer the deadline
 * decides.
 */
export async function review(scope: EngineScope, job: ReviewJob): Promise<void> {
  const read = await readTaskWithContext(scope, job.task);
  const asked = read === null ? null : findOpenQuestion(read.task, job);
  if (read === null || asked === null) return;
  const key = ENGINE_KEYS.job(job.id, "verdict");
  if ((await findLogged(scope, job.task, key)) !== null) return; // interrupted after the answer was recorded
  boundary("review.begun");
  const { task, context } = read;
  const { policy } = context;
  const { requirement, reviewer } = job;
  const spentTodayUsd = await spentBy(scope, policy, reviewer);
  const wanted = stillWanted(scope, job);
  const working = scope.progress.begin(scope.org, job.task, { requirement, reviewer });
  const first: MachineQuestion = {
    policy,
    task,
    of: job.of,
    ...asked,
    reviewer,
    spentTodayUsd,
    signal: wanted.signal,
    onStep: working.report,
  };
  try {
    const readCurrent = () => currentQuestion(scope, job, first);
    const attempt = await askUntilAnswered(scope, first, readCurrent);
    const { question } = attempt;
    const result = attempt.result ?? (await withoutRunner(scope, question, context));
    if (result === null) return;
    if ("noResult" in result) {
      logNoResult(scope, job);
      await wanted.look();
    }
    if (isUnwanted(result, wanted.signal)) return;
    boundary("review.answered");
    const id = machineVerdictId(scope.org, task.id, job.id);
    const { command: said, actor } = answerCommand(id, job.number, question, result);
    const isStopped = said.type === "no_result" && wanted.signal.aborted;
    const command = isStopped ? { ...said, cause: "stopped" as const } : said;
    await recordAnswer(scope, job, command, actor);
  } finally {
    wanted.stop();
    working.end();
  }
}

/** Returns the question under the accepted policy. Null if the answer is no longer needed. */
async function currentQuestion(
  scope: EngineScope,
  job: ReviewJob,
  question: MachineQuestion,
): Promise<MachineQuestion | null> {
  const read = await readTaskWithContext(scope, job.task);
  const asked = read === null ? null : findOpenQuestion(read.task, job);
  if (read === null || asked === null) return null;
  return { ...question, task: read.task, policy: read.context.policy, ...asked };
}

/** Records a machine's answer. If that fails permanently, holds the task, because the machine did answer. */
async function recordAnswer(
  scope: EngineScope,
  { id, task, requirement, reviewer }: ReviewJob,
  command: AnswerCommand["command"],
  actor: Actor,
): Promise<void> {
  const key = ENGINE_KEYS.job(id, "verdict");
  for (let left = RECORD_TRIES; ; left -= 1) {
    try {
      await executeAsEngine(scope, { task, key, command, actor });
      return;
    } catch (error) {
      if (isTemporary(error)) throw error; // the job is retried
      if (left > 1) continue;
      return await holdForFault(scope, {
        task,
        about: requirement,
        reviewer,
        error,
      });
    }
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof CountersignError && error.retryable;
}

/** Returns today's spending if the reviewer costs money. */
async function spentBy(
  { read, runners }: EngineScope,
  { reviewers }: Policy,
  reviewer: string,
): Promise<number> {
  const isPaid = reviewers.some(
    (entry) => entry.id === reviewer && findRunner(entry, runners) !== null,
  );
  return isPaid ? await read((session) => spentToday(session)) : 0;
}

/** Handles a reviewer that the engine cannot run. The seat of a layer is filled again. */
async function withoutRunner(
  scope: EngineScope,
  { requirement, reviewer, task }: MachineQuestion,
  context: Context,
): Promise<MachineResult | null> {
  if (requirement.layers.length === 0) return explainMissingRunner(context, reviewer);
  await refillTaskSeats(scope, task.id);
  return null;
}

/**
 * Returns a missing result for a check or an unreachable reviewer. Null for a reviewer with a live connection.
 */
function explainMissingRunner({ roster, policy }: Context, reviewer: string): MachineResult | null {
  const isCheck = machinesOf(policy).some(
    ({ name, kind }) => name === reviewer && kind === "check",
  );
  if (!isCheck && roster.some(({ id }) => id === reviewer)) return null;
  if (isCheck) return { noResult: `${reviewer} cannot be run here.` };
  return {
    noResult: `The engine cannot run ${reviewer}, and no reviewer is connected under that name.`,
  };
}

function logNoResult({ log, org }: EngineScope, { task, requirement, reviewer }: ReviewJob) {
  log({ level: "warn", event: "no_result", fields: { org, task, requirement, reviewer } });
}

/** Returns true if a stopped reviewer has no answer. Its reported usage is recorded, but no cost is assumed. */
function isUnwanted(result: MachineResult, { aborted }: AbortSignal): boolean {
  const isFree = !("kind" in result) || result.costUsd === 0 || result.tokens === null;
  return aborted && "noResult" in result && isFree;
}

type OpenQuestion = { requirement: Requirement; content: Content };

/** Returns the question if it still waits for an answer. */
function findOpenQuestion(task: Task, job: ReviewJob): OpenQuestion | null {
  const { of, number, requirement } = job;
  const source = of === "round" ? task.round : task.checkup?.planned;
  const isCurrent =
    of === "round"
      ? task.round?.number === number && isReviewed(task) && isSeatOpen(task.round, job)
      : task.checkup?.number === number;
  const found = source?.plan?.requirements.find(({ id }) => id === requirement);
  if (!isCurrent || !source || found === undefined) return null;
  return { requirement: found, content: source.content };
}

/** Returns false if the reviewer was cancelled or restarted since. */
function isSeatOpen(round: Round, { requirement, reviewer, again }: ReviewJob): boolean {
  if (isGivenUp(round, { requirement, actor: reviewer })) return false;
  return countRestarts(round, requirement, reviewer) === again;
}

/**
 * Returns false for work that went back to its author. Reviewers stopped by an escalation are asked again
 * afterwards.
 */
function isReviewed({ phase }: Task): boolean {
  return phase.is !== "rework" && (phase.is !== "held" || phase.kind === "clarify");
}

/** Aborts the check when its round is over, its answer is no longer needed, or it is restarted. */
function stillWanted(scope: EngineScope, job: ReviewJob) {
  const abort = new AbortController();
  const look = async () => {
    const task = await scope.store.load(scope.org, job.task);
    if (task === null || findOpenQuestion(task, job) === null) abort.abort();
  };
  const timer = setInterval(() => {
    look().catch(() => undefined); // if the database does not answer, the check continues
  }, LOOK_MS);
  return { signal: abort.signal, look, stop: () => clearInterval(timer) };
}
