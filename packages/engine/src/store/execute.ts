import {
  type Actor,
  type Command,
  type Context,
  CountersignError,
  createTask,
  type Step,
  type Task,
  type TaskEffect,
  transition,
  turnOf,
} from "@countersign/core";
import type { Pool, QueryResult } from "pg";
import { boundary } from "../platform/boundary.ts";
import type { CommittedStep } from "../platform/log/log-step.ts";
import { type Session, transact } from "../platform/transact.ts";
import { type CommandReceipt, receiptFor } from "./command-keys.ts";
import type { ContextRows } from "./context-rows.ts";
import {
  earlierAnswer,
  type LockedRows,
  type LockedTask,
  lockedTask,
  lockSql,
  notFound,
  readLockedRows,
  readLogHead,
  requireHead,
} from "./locked-rows.ts";
import type { MonthCache } from "./log-months.ts";
import type { CommandKey } from "./names/speaker.ts";
import { requireLogPresent } from "./organisation/archived-months.ts";
import { recordChange } from "./organisation/organisation-log.ts";
import { settleSprint } from "./organisation/sprints.ts";
import type { PlannedCache } from "./planned-cache.ts";
import type { RosterCache } from "./rosters.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import { plannedPart } from "./schema/task-body.ts";
import { voidUnmadeMoves } from "./tasks/moves.ts";
import { rememberDismissals } from "./tasks/task-rows.ts";
import { explainWrite, type WrittenStep, writeStatement } from "./write-step.ts";

/** The effects of a command. */
export type EffectBatch = {
  org: string;
  /** The task after all commands of the transaction. */
  task: Task;
  /** The task's last entry after this command, which distinguishes its effects from those of another. */
  seq: number;
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
  /** Makes the context from the rows that were read with the lock. */
  readContext: (session: Session, task: Task | null, rows: ContextRows) => Promise<CommandContext>;
  /** Refuses a command for a reason that the core does not know, such as an absent person. */
  beforeDecide?: ((context: CommandContext, task: string) => Promise<void>) | undefined;
  /** Codes of refusals on which the command is skipped, so that those before it are kept. */
  skipOn?: ReadonlySet<string> | undefined;
  /** Whether the task already contains the command's result; such a command succeeds without an event. */
  isRepeated?: ((task: Task) => boolean) | undefined;
  /**
   * Runs after the core accepted the command and before anything is written, such as moving the target branch.
   * Gets the task as it was before the command.
   */
  whileLocked?: ((session: Session, task: Task | null) => Promise<void>) | undefined;
};

export type CommandRequest = CommandPhases & { org: string; task: string };

/** Hands effects to the durable queue inside the transaction of their commands. */
export type Enqueue = (session: Session, batches: readonly EffectBatch[]) => Promise<void>;

/** The answer to the last command, and the steps that were committed. */
export type Executed = { answer: CommandAnswer; steps: readonly CommittedStep[] };

export type ExecuteDeps = {
  pool: Pool;
  enqueue: Enqueue;
  rosters: RosterCache;
  planned: PlannedCache;
  months: MonthCache;
};

/** Executes commands on one task in one transaction, in two round trips. */
export async function executeAll(
  { pool, enqueue, rosters, planned, months }: ExecuteDeps,
  { org, task }: Pick<CommandRequest, "org" | "task">,
  commands: readonly CommandPhases[],
): Promise<Executed> {
  const requests = commands.map((phases) => {
    const request = { ...phases, org, task };
    return { ...request, receipt: receiptFor(request) };
  });
  const first = requests[0]?.command;
  const repo = first?.type === "create" ? first.repo : null;
  const known = planned.known(org, task);
  const lock = lockSql(org, task, repo !== null, known);
  const decided: Decided[] = [];
  const work = async (session: Session, opened: Promise<QueryResult[]>) => {
    boundary("command.begun");
    const receipts = requests.map(({ receipt }) => receipt);
    const month = months.guess(org, task);
    const [result, read] = await Promise.all([
      opened,
      readLockedRows(session, { taskId: task, repo: repo ?? "", month, receipts }, rosters),
    ]);
    const stored = lockedTask(result, known);
    keepPlanned(planned, org, stored);
    if (stored !== null) months.keep(org, task, stored.opened);
    const rows = await withHead(session, stored, month, read);
    boundary("command.locked");
    const answer = await decideAll(session, stored, rows, requests, decided);
    await writeAll(session, stored, decided, enqueue);
    return answer;
  };
  const answer = await transact(pool, org, work, { lock, plansOnce: true }).catch(
    (error: unknown) => {
      throw explainWrite(error, decided);
    },
  );
  return { answer, steps: decided.map((one) => committedStep(org, one)) };
}

function keepPlanned(cache: PlannedCache, org: string, stored: LockedTask | null): void {
  const part = stored === null ? null : plannedPart(stored.task);
  if (stored?.plannedHash == null || part === null) return;
  cache.keep(org, stored.task.id, { hash: stored.plannedHash, part });
}

/** Reads the end of the log in its month, unless that is where it was read. */
async function withHead(
  session: Session,
  stored: LockedTask | null,
  month: string,
  rows: LockedRows,
): Promise<LockedRows> {
  if (stored === null || stored.opened === month) return rows;
  return { ...rows, head: await readLogHead(session, stored.task.id, stored.opened) };
}

type Request = CommandRequest & { receipt: CommandReceipt };

/** A decided command, with the task before it. */
type Decided = WrittenStep & { before: Task | null; context: CommandContext };

/** Decides the commands in order, each on the task that the previous one left. Returns the last answer. */
async function decideAll(
  session: Session,
  stored: LockedTask | null,
  rows: LockedRows,
  requests: readonly Request[],
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
  request: Request,
): Promise<Omit<Decided, "receipt" | "before">> {
  const context = await request.readContext(session, task, rows);
  await request.beforeDecide?.(context, request.task);
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

/** Sends the write, and performs what follows from it for other rows, which is rare. */
async function writeAll(
  session: Session,
  stored: LockedTask | null,
  [first, ...more]: readonly Decided[],
  enqueue: Enqueue,
): Promise<void> {
  if (first === undefined) return;
  const decided = [first, ...more] as const;
  session.send(writeStatement(session.org, stored, decided));
  for (const { before, step, context } of decided) {
    const changes = await rememberDismissals(session, step);
    await voidUnmadeMoves(session, before, step);
    if (context.inSprint && before?.phase.is !== step.task.phase.is)
      await settleSprint(session, step.task, context.nowMs);
    for (const { by, event } of changes) await recordChange(session, by, event);
  }
  boundary("command.appended");
  const { task } = (more.at(-1) ?? first).step;
  const batches = decided
    .filter(({ step }) => step.effects.length > 0)
    .map(({ step: { effects, task: after }, context, nowMs }) => {
      return { org: session.org, task, seq: after.seq, nowMs, context, effects };
    });
  if (batches.length > 0) await enqueue(session, batches);
  boundary("command.enqueued");
}

function committedStep(org: string, { before, step, context }: Decided): CommittedStep {
  const { attempts } = context.policy.limits;
  return { org, before, after: step.task, entries: step.log, attempts };
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
