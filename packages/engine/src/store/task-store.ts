import type { Command, Context, Task } from "@countersign/core";
import type { Pool } from "pg";
import { boundary } from "../boundaries/boundary.ts";
import type { EngineKey } from "../names/engine-keys.ts";
import type { CommandKey } from "../names/speaker.ts";
import type { ToldStep } from "../observe/tell-step.ts";
import type { Answer } from "./answer.ts";
import { saidBy } from "./command-keys.ts";
import { readLog, readStream, type StreamEntry, type StreamPlace } from "./event-log.ts";
import { type ContextSource, type Enqueue, executeIn, notFound } from "./execute.ts";
import type { ChainedEntry } from "./hash-chain.ts";
import { listTasks, type Page, type TaskLine, type TaskQuery } from "./list-tasks.ts";
import { ORGANISATION_LOG } from "./organisation-log.ts";
import { readHead } from "./read-head.ts";
import { readAnswer } from "./read-place.ts";
import { type Session, transact } from "./transact.ts";
import { type LogFault, readVerified } from "./verify-log.ts";

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
  ): Promise<Answer>;
  /** What a command of the engine was answered; null if none was given under this key. */
  answerTo(org: string, key: EngineKey): Promise<Answer | null>;
  /** The present state; null if there is no such task. */
  load(org: string, taskId: string): Promise<Task | null>;
  log(org: string, taskId: string, from?: number): Promise<ChainedEntry[]>;
  list(org: string, query?: TaskQuery): Promise<Page<TaskLine>>;
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
  onStep: (step: ToldStep) => void = () => undefined,
): TaskStore {
  return {
    async execute(org, taskId, key, command, context, words = command) {
      const said = saidBy(org, taskId, key, words, context);
      const steps: ToldStep[] = [];
      const answer = await transact(pool, org, (session) =>
        executeIn(session, enqueue, said, taskId, command, context, (step) => steps.push(step)),
      );
      boundary("command.committed");
      for (const step of steps) onStep(step);
      return answer;
    },
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
