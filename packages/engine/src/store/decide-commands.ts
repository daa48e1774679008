import {
  type Context,
  CountersignError,
  createTask,
  type Step,
  type Task,
  transition,
  turnOf,
} from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import type { CommandReceipt } from "./command-keys.ts";
import type { CommandPhases, CommandRequest, LockedContext } from "./command-phases.ts";
import {
  earlierAnswer,
  type LockedRows,
  type LockedTask,
  notFound,
  requireHead,
} from "./locked-rows.ts";
import { requireLogPresent } from "./organisation/archived-months.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import type { WrittenStep } from "./write-step.ts";

/** A command with its receipt. */
export type ReceivedCommand = CommandRequest & { receipt: CommandReceipt };

/** A decided command, with the task before it. */
export type Decided = WrittenStep & { before: Task | null; context: LockedContext };

/** Decides the commands in order, each on the task that the previous one left. Returns the last answer. */
export async function decideAll(
  session: Session,
  stored: LockedTask | null,
  rows: LockedRows,
  requests: readonly ReceivedCommand[],
  decided: Decided[],
): Promise<CommandAnswer> {
  let task = stored?.task ?? null;
  let answer: CommandAnswer | null = null;
  for (const request of requests) {
    const { receipt } = request;
    const earlier = earlierAnswer(rows, receipt);
    answer = earlier ?? answer;
    if (earlier !== null) continue;
    if (stored !== null) await requireLog(session, stored, rows);
    const next = await decideOne(session, task, rows, request).catch(skipOn(request));
    if (next === null) continue;
    decided.push({ receipt, before: task, ...next });
    answer = next.answer;
    task = next.step.task;
  }
  return answer ?? notFound(requests[0]?.task ?? "");
}

/** Refuses a task whose log is archived, or whose stored state does not match the end of its log. */
async function requireLog(session: Session, stored: LockedTask, rows: LockedRows): Promise<void> {
  if (rows.head === null) await requireLogPresent(session, stored.task.id, stored.opened);
  requireHead(stored, rows);
}

async function decideOne(
  session: Session,
  task: Task | null,
  rows: LockedRows,
  request: ReceivedCommand,
): Promise<Omit<Decided, "receipt" | "before">> {
  const context = await request.readContext(session, task, rows);
  await request.beforeDecide?.(session, task, context);
  const step = await decideStep(session, task, request, context);
  const { nowMs, policy } = context;
  return { step, answer: answerFor(step), context, nowMs, attempts: policy.limits.attempts };
}

function skipOn({ skipOn: codes }: Pick<CommandPhases, "skipOn">) {
  return (error: unknown): null => {
    if (error instanceof CountersignError && codes?.has(error.code)) return null;
    throw error;
  };
}

async function decideStep(
  session: Session,
  task: Task | null,
  request: CommandRequest,
  context: Context,
): Promise<Step> {
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
  if (command.id !== taskId)
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
