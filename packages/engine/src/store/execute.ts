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
import type { CommandReceipt } from "./command-keys.ts";
import { recordChange } from "./organisation/organisation-log.ts";
import { settleSprint } from "./organisation/sprints.ts";
import { answerBefore } from "./read-place.ts";
import type { CommandAnswer } from "./schema/answer.ts";
import { voidUnmadeMoves } from "./tasks/moves.ts";
import { lockTask, rememberDismissals, type StoredTask } from "./tasks/task-rows.ts";
import { writeStep } from "./write-step.ts";

/** What a command asked the world to do; the task's `seq` tells one command's effects from another's. */
export type EffectBatch = {
  org: string;
  task: Task;
  nowMs: number;
  effects: readonly TaskEffect[];
};

/** Reads what surrounds a command once the task is locked, in the same transaction. */
export type ContextSource = {
  actor: Actor;
  read(session: Session, task: Task | null): Promise<Surrounded>;
  /** Whether the task already holds what the command says; it is then answered and changes nothing. */
  isRepeated?: ((task: Task) => boolean) | undefined;
  /** Runs behind the lock once the command was decided, before anything is written; a refused one never gets here. */
  onDecided?: ((session: Session) => Promise<void>) | undefined;
};

/** A command's context, and whether a sprint wants to know what becomes of its task. */
type Surrounded = Context & { inSprint: boolean };

/** Hands effects to the durable engine inside the command's own transaction. */
export type Enqueue = (client: ClientBase, batch: EffectBatch) => Promise<void>;

/** Everything between the first lock and the commit. */
export async function executeIn(
  session: Session,
  enqueue: Enqueue,
  said: CommandReceipt,
  taskId: string,
  command: Command,
  surroundings: Context | ContextSource,
  tell: (step: CommittedStep) => void,
): Promise<CommandAnswer> {
  const { org } = said;
  boundary("command.begun");
  if (command.type === "create") await lockName(session, org, taskId);
  const stored = await lockTask(session, org, taskId);
  const before = await answerBefore(session, said, taskId, stored);
  if (before !== null) return before;

  const context: Surrounded =
    "read" in surroundings
      ? await surroundings.read(session, stored?.task ?? null)
      : { ...surroundings, inSprint: false };
  boundary("command.locked");
  const step = await stepFor(session, stored, taskId, command, context, surroundings);
  const answer = answerOf(step);
  await writeStep(session, said, stored?.headHash ?? null, step, answer, context.nowMs);
  const changes = await rememberDismissals(session, org, step);
  await voidUnmadeMoves(session, org, stored?.task ?? null, step);
  if (context.inSprint && stored?.task.phase.is !== step.task.phase.is)
    await settleSprint(session, org, step.task, context.nowMs);
  for (const { by, event } of changes) await recordChange(session, org, by, event);
  boundary("command.appended");
  const { task, effects } = step;
  if (effects.length > 0)
    await enqueue(session.client, { org, task, nowMs: context.nowMs, effects });
  boundary("command.enqueued");
  tell({
    org,
    before: stored?.task ?? null,
    after: task,
    entries: step.log,
    attempts: context.policy.limits.attempts,
  });
  return answer;
}

async function stepFor(
  session: Session,
  stored: StoredTask | null,
  taskId: string,
  command: Command,
  context: Context,
  source: Context | ContextSource,
): Promise<Step> {
  const { isRepeated, onDecided } = "read" in source ? source : {};
  if (stored !== null && isRepeated?.(stored.task))
    return { task: stored.task, log: [], effects: [] };
  const step = decideStep(stored, taskId, command, context);
  await onDecided?.(session);
  return step;
}

/** A task that does not exist has no row to lock, so its name is locked. */
async function lockName({ db }: Session, org: string, taskId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${org}/${taskId}`}, 0))`);
}

function decideStep(
  stored: StoredTask | null,
  taskId: string,
  command: Command,
  context: Context,
): Step {
  if (command.type !== "create")
    return stored === null ? notFound(taskId) : transition(stored.task, command, context);
  if (command.id !== taskId || !TaskId.safeParse(taskId).success)
    throw new CountersignError("invalid_input", `${taskId} is not the id of the new task`);
  if (stored === null) return createTask(command, context);
  throw new CountersignError("wrong_state", `There is a task ${taskId} already`, {
    details: { task: taskId, state: stored.task.phase.is },
  });
}

function answerOf({ task, log }: Step): CommandAnswer {
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
