import {
  type Actor,
  type Command,
  type Context,
  CountersignError,
  createTask,
  type Step,
  type Task,
  type TaskEffect,
  TaskId,
  transition,
  turnOf,
} from "@countersign/core";
import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import { boundary } from "../platform/boundary.ts";
import type { CommittedStep } from "../platform/log/log-step.ts";
import type { Session } from "../platform/transact.ts";
import { receiptFor } from "./command-keys.ts";
import { readEarlierAnswer } from "./earlier-answers.ts";
import type { CommandKey } from "./names/speaker.ts";
import { recordChange } from "./organisation/organisation-log.ts";
import { settleSprint } from "./organisation/sprints.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import { voidUnmadeMoves } from "./tasks/moves.ts";
import { lockTask, rememberDismissals, type StoredTask } from "./tasks/task-rows.ts";
import { writeStep } from "./write-step.ts";

/** The effects of a command. The task's `seq` distinguishes them from those of another command. */
export type EffectBatch = {
  org: string;
  task: Task;
  nowMs: number;
  /** The context of the command, from which follows who answers a review without a job. */
  context: Pick<Context, "policy" | "roster">;
  effects: readonly TaskEffect[];
};

/** A command's context, and whether the task belongs to the current sprint. */
type CommandContext = Context & { inSprint: boolean };

/**
 * A command and its phases, which run in this order in one transaction, while the task is locked: readContext,
 * beforeDecide, the core's decision, whileLocked, then the write. A phase that throws rolls everything back.
 */
export type CommandPhases = {
  /** A text is the key of the client that `actor` names. */
  key: CommandKey;
  command: Command;
  actor: Actor;
  /** The request that the client sent; a retry must send the same. Default: the command. */
  body?: object | undefined;
  readContext: (session: Session, task: Task | null) => Promise<CommandContext>;
  /** Refuses a command for a reason that the core does not know, such as an absent person. */
  beforeDecide?: ((context: CommandContext, task: string) => Promise<void>) | undefined;
  /** Whether the task already contains the command's result; such a command succeeds without an event. */
  isRepeated?: ((task: Task) => boolean) | undefined;
  /**
   * Runs after the core accepted the command and before anything is written, such as moving the target branch.
   * Gets the task as it was before the command.
   */
  whileLocked?: ((session: Session, task: Task | null) => Promise<void>) | undefined;
};

export type CommandRequest = CommandPhases & { org: string; task: string };

/** Hands effects to the durable engine inside the command's own transaction. */
export type Enqueue = (client: ClientBase, batch: EffectBatch) => Promise<void>;

/** Executes a command inside the session's transaction: everything between the first lock and the commit. */
export async function executeIn(
  session: Session,
  request: CommandRequest,
  enqueue: Enqueue,
  onStep: (step: CommittedStep) => void,
): Promise<CommandAnswer> {
  const { org, task: taskId, command } = request;
  const receipt = receiptFor(request);
  boundary("command.begun");
  if (command.type === "create") await lockName(session, taskId);
  const stored = await lockTask(session, taskId);
  const before = await readEarlierAnswer(session, receipt, taskId, stored);
  if (before !== null) return before;

  const context = await request.readContext(session, stored?.task ?? null);
  boundary("command.locked");
  await request.beforeDecide?.(context, taskId);
  const step = await decideStep(session, stored, request, context);
  const answer = answerFor(step);
  await writeStep(session, receipt, stored?.headHash ?? null, step, answer, context.nowMs);
  const changes = await rememberDismissals(session, step);
  await voidUnmadeMoves(session, stored?.task ?? null, step);
  if (context.inSprint && stored?.task.phase.is !== step.task.phase.is)
    await settleSprint(session, step.task, context.nowMs);
  for (const { by, event } of changes) await recordChange(session, by, event);
  boundary("command.appended");
  const { task, effects } = step;
  if (effects.length > 0)
    await enqueue(session.client, { org, task, nowMs: context.nowMs, context, effects });
  boundary("command.enqueued");
  onStep({
    org,
    before: stored?.task ?? null,
    after: task,
    entries: step.log,
    attempts: context.policy.limits.attempts,
  });
  return answer;
}

/** A task that does not exist has no row to lock, so its name is locked. */
async function lockName({ db, org }: Session, taskId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${org}/${taskId}`}, 0))`);
}

async function decideStep(
  session: Session,
  stored: StoredTask | null,
  request: CommandRequest,
  context: Context,
): Promise<Step> {
  const task = stored?.task ?? null;
  if (task !== null && request.isRepeated?.(task)) return { task, log: [], effects: [] };
  const step = runCore(task, request, context);
  await request.whileLocked?.(session, task);
  return step;
}

function runCore(
  task: Task | null,
  { task: taskId, command }: CommandRequest,
  context: Context,
): Step {
  if (command.type !== "create")
    return task === null ? notFound(taskId) : transition(task, command, context);
  if (command.id !== taskId || !TaskId.safeParse(taskId).success)
    throw new CountersignError("invalid_input", `${taskId} is not the id of the new task`);
  if (task === null) return createTask(command, context);
  throw new CountersignError("wrong_state", `Task ${taskId} already exists`, {
    details: { task: taskId, state: task.phase.is },
  });
}

function answerFor({ task, log }: Step): CommandAnswer {
  return {
    task: task.id,
    seq: task.seq,
    state: task.phase.is,
    round: task.round?.number ?? null,
    turn: turnOf(task),
    events: log.map(({ event }) => event.type),
  };
}

export function notFound(taskId: string): never {
  throw new CountersignError("not_found", `There is no task ${taskId}`);
}
