import type { Context, Task, TaskEffect } from "@countersign/core";
import { CountersignError } from "@countersign/core";
import type { Pool, QueryResult } from "pg";
import { boundary } from "../platform/boundary.ts";
import type { CommittedStep } from "../platform/log/log-step.ts";
import { type Session, transact } from "../platform/transact.ts";
import { receiptFor } from "./command-keys.ts";
import type { CommandPhases, CommandRequest } from "./command-phases.ts";
import { type Decided, decideAll, type ReceivedCommand } from "./decide-commands.ts";
import {
  type LockedRows,
  type LockedTask,
  lockedTask,
  lockSql,
  readLockedRows,
  readLogHead,
} from "./locked-rows.ts";
import type { MonthCache } from "./log-months.ts";
import { recordChange } from "./organisation/organisation-log.ts";
import { settleSprint } from "./organisation/sprints.ts";
import type { KnownPart, PlannedCache } from "./planned-cache.ts";
import { keepPlanSource } from "./proofs/plan-sources.ts";
import type { RosterCache } from "./rosters.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import { plannedPart } from "./schema/task-body.ts";
import { voidUnmadeMoves } from "./tasks/moves.ts";
import { rememberDismissals } from "./tasks/task-rows.ts";
import { explainWrite, writeStatement } from "./write-step.ts";

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
  deps: ExecuteDeps,
  { org, task }: Pick<CommandRequest, "org" | "task">,
  commands: readonly CommandPhases[],
): Promise<Executed> {
  const one = receive(deps, org, task, commands);
  const work = async (session: Session, opened: Promise<QueryResult[]>) => {
    const { stored, answer } = await decideLocked(deps, session, one, opened);
    await writeAll(session, stored, one.decided, deps.enqueue);
    return answer;
  };
  const start = { lock: one.lock, plansOnce: true };
  const answer = await transact(deps.pool, org, work, start).catch((error: unknown) => {
    throw explainWrite(error, one.decided);
  });
  return { answer, steps: one.decided.map((step) => committedStep(org, step)) };
}

/**
 * Executes one command on each of several tasks in one transaction, or none. Tasks are locked in the order of their
 * ids. `whileAllLocked` runs when all commands are decided, before anything is written.
 *
 * A command that was answered before refuses all of them, because the others may rely on it now.
 */
export async function executeTogether(
  deps: ExecuteDeps,
  org: string,
  commands: readonly (CommandPhases & { task: string })[],
  whileAllLocked: (session: Session) => Promise<void>,
): Promise<readonly CommittedStep[]> {
  const all = commands
    .map((command) => receive(deps, org, command.task, [command]))
    .toSorted((one, other) => (one.task < other.task ? -1 : 1));
  const work = async (session: Session) => {
    const locked: (LockedTask | null)[] = [];
    for (const one of all) {
      const opened = session.client.query(one.lock).then((result) => [result]);
      locked.push((await decideLocked(deps, session, one, opened)).stored);
      if (one.decided.length === 0)
        throw new CountersignError("wrong_state", `${one.task} was answered before`);
    }
    await whileAllLocked(session);
    for (const [index, { decided }] of all.entries())
      await writeAll(session, locked[index] ?? null, decided, deps.enqueue);
  };
  const decided = () => all.flatMap((one) => one.decided);
  await transact(deps.pool, org, work, { plansOnce: true }).catch((error: unknown) => {
    throw explainWrite(error, decided());
  });
  return decided().map((step) => committedStep(org, step));
}

/** The commands on one task, the statement that locks it, and the steps that were decided. */
type TaskCommands = {
  org: string;
  task: string;
  /** The repository of a task that the first command creates. */
  repo: string | null;
  known: KnownPart | null;
  lock: string;
  requests: readonly ReceivedCommand[];
  decided: Decided[];
};

function receive(
  { planned }: ExecuteDeps,
  org: string,
  task: string,
  commands: readonly CommandPhases[],
): TaskCommands {
  const requests = commands.map((phases) => {
    const request = { ...phases, org, task };
    return { ...request, receipt: receiptFor(request) };
  });
  const first = requests[0]?.command;
  const repo = first?.type === "create" ? first.repo : null;
  const known = planned.known(org, task);
  const lock = lockSql(org, task, repo !== null, known);
  return { org, task, repo, known, lock, requests, decided: [] };
}

/** Reads the task and its context once it is locked, and decides its commands. */
async function decideLocked(
  { rosters, planned, months }: ExecuteDeps,
  session: Session,
  { org, task, repo, known, requests, decided }: TaskCommands,
  opened: Promise<QueryResult[]>,
): Promise<{ stored: LockedTask | null; answer: CommandAnswer }> {
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
  return { stored, answer: await decideAll(session, stored, rows, requests, decided) };
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
    keepPlanSource(session, step, context);
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
