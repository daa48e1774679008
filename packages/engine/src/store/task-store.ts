import type { Command, Context, Task } from "@countersign/core";
import type { Pool } from "pg";
import { boundary } from "../platform/boundary.ts";
import type { CommittedStep } from "../platform/log/log-step.ts";
import { type Session, transact } from "../platform/transact.ts";
import { receiptFor } from "./command-keys.ts";
import { type ContextSource, type Enqueue, executeIn, notFound } from "./execute.ts";
import type { EngineKey } from "./names/engine-keys.ts";
import type { CommandKey } from "./names/speaker.ts";
import type { ChainedEntry } from "./organisation/hash-chain.ts";
import { ORGANISATION_LOG } from "./organisation/organisation-log.ts";
import { readAnswer } from "./read-place.ts";
import type { CommandAnswer } from "./schema/answer.ts";
import { readLog, readStream, type StreamEntry, type StreamPlace } from "./tasks/event-log.ts";
import { listTasks, type Page, type TaskQuery, type TaskSummary } from "./tasks/list-tasks.ts";
import { readHead } from "./tasks/read-head.ts";
import { type LogFault, readVerified } from "./tasks/verify-log.ts";

/** One of several commands on a task, as `execute` takes it. */
export type StoreCommand = {
  key: CommandKey;
  command: Command;
  context: Context | ContextSource;
  said: object;
};

/** The tasks of every organisation: their log, which is the truth, and what is projected from it. */
export interface TaskStore {
  /**
   * Carries out one command: lock, decide, append, project, enqueue and keep the answer, all or nothing.
   *
   * The same key and body get the same answer again; a refusal throws `CountersignError` and leaves no
   * trace, so that a retry may succeed later. Of racers on one task each sees what the one before did.
   */
  execute(
    org: string,
    taskId: string,
    /** A text is the key of the client that `context.actor` names. */
    key: CommandKey,
    command: Command,
    context: Context | ContextSource,
    /** What the caller said, where the command holds more than that: a retry says the same again. */
    said?: object,
  ): Promise<CommandAnswer>;
  /** Carries out several commands on one task, all or none, and answers like the last. */
  executeAll(
    org: string,
    taskId: string,
    commands: readonly StoreCommand[],
  ): Promise<CommandAnswer>;
  /** What a command of the engine was answered; null if none was given under this key. */
  answerTo(org: string, key: EngineKey): Promise<CommandAnswer | null>;
  /** The present state; null if there is no such task. */
  load(org: string, taskId: string): Promise<Task | null>;
  log(org: string, taskId: string, from?: number): Promise<ChainedEntry[]>;
  list(org: string, query?: TaskQuery): Promise<Page<TaskSummary>>;
  /**
   * What happened after a cursor; `next` is where to go on, also when there was nothing. `now` in place of
   * a cursor answers with the place behind everything.
   */
  stream(org: string, place?: StreamPlace): Promise<Page<StreamEntry>>;
  /** The first place where a task's log or stored state is not what was written, or null. */
  verify(org: string, taskId: string): Promise<LogFault | null>;
}

/** `onStep` hears of every step once it is committed, and of none that a retry only repeats. */
export function createTaskStore(
  pool: Pool,
  enqueue: Enqueue,
  onStep: (step: CommittedStep) => void = () => undefined,
): TaskStore {
  const executeAll: TaskStore["executeAll"] = async (org, taskId, commands) => {
    const steps: CommittedStep[] = [];
    const tell = (step: CommittedStep) => void steps.push(step);
    const answer = await transact(pool, org, async (session) => {
      let last: CommandAnswer | null = null;
      for (const { key, command, context, said: words } of commands) {
        const said = receiptFor(org, taskId, key, words, context);
        last = await executeIn(session, enqueue, said, taskId, command, context, tell);
      }
      return last ?? notFound(taskId);
    });
    boundary("command.committed");
    for (const step of steps) onStep(step);
    return answer;
  };
  return {
    execute: (org, taskId, key, command, context, said = command) =>
      executeAll(org, taskId, [{ key, command, context, said }]),
    executeAll,
    answerTo: (org, key) => transact(pool, org, (session) => readAnswer(session, org, key)),
    load: (org, taskId) => transact(pool, org, (session) => loadTask(session, org, taskId)),
    async log(org, taskId, from = 1) {
      if (taskId === ORGANISATION_LOG) notFound(taskId);
      return transact(pool, org, (session) => readLog(session, org, taskId, from));
    },
    list: (org, query = {}) => transact(pool, org, (session) => listTasks(session, org, query)),
    stream: (org, place = {}) => transact(pool, org, (session) => readStream(session, org, place)),
    verify: (org, taskId) =>
      transact(
        pool,
        org,
        (session) => verifyLog(session, org, taskId),
        "BEGIN ISOLATION LEVEL REPEATABLE READ",
      ),
  };
}

async function verifyLog(session: Session, org: string, taskId: string): Promise<LogFault | null> {
  const found = (await readVerified(session, org, taskId)) ?? notFound(taskId);
  return "fault" in found ? found.fault : null;
}

/** The present state; null if there is no such task. */
export async function loadTask(
  session: Session,
  org: string,
  taskId: string,
): Promise<Task | null> {
  return (await readHead(session, org, taskId))?.body ?? null;
}
