import type { Task } from "@countersign/core";
import type { Pool } from "pg";
import { boundary } from "../platform/boundary.ts";
import type { CommittedStep } from "../platform/log/log-step.ts";
import { readOnce } from "../platform/read-once.ts";
import { type Session, SNAPSHOT, transact } from "../platform/transact.ts";
import type { CommandPhases, CommandRequest } from "./command-phases.ts";
import { readTaskWithRows, type TaskWithRows } from "./context-rows.ts";
import { readAnswer } from "./earlier-answers.ts";
import { type Enqueue, executeAll, executeTogether } from "./execute.ts";
import { notFound } from "./locked-rows.ts";
import { createMonthCache } from "./log-months.ts";
import type { EngineKey } from "./names/engine-keys.ts";
import { requireLogOf } from "./organisation/archived-months.ts";
import type { ChainedEntry } from "./organisation/hash-chain.ts";
import { ORGANISATION_LOG } from "./organisation/organisation-log.ts";
import { createPlannedCache } from "./planned-cache.ts";
import { createRosterCache } from "./rosters.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import { countSections, type InboxCounts, type SectionQuery } from "./tasks/count-sections.ts";
import { readLog, readStream, type StreamEntry, type StreamQuery } from "./tasks/event-log.ts";
import { listTasks, type Page, type TaskQuery, type TaskSummary } from "./tasks/list-tasks.ts";
import { readTaskHead } from "./tasks/read-task-head.ts";
import { type LogFault, readVerifiedTask } from "./tasks/read-verified-task.ts";

/** The tasks of every organisation: their event logs, and the state projected from them. */
export interface TaskStore {
  /**
   * Executes a command in one transaction: lock, decide, append, project, enqueue and store the answer.
   *
   * A retry with the same key and body gets the stored answer. A refusal throws `CountersignError` and stores
   * nothing, so that a retry may succeed later. Concurrent commands on one task run one after the other.
   */
  execute(request: CommandRequest): Promise<CommandAnswer>;
  /** Executes several commands on one task in one transaction, and returns the answer of the last. */
  executeAll(
    subject: Pick<CommandRequest, "org" | "task">,
    commands: readonly CommandPhases[],
  ): Promise<CommandAnswer>;
  /**
   * Executes one command on each of several tasks in one transaction, or none of them. `whileAllLocked` runs once
   * all are decided, before anything is written.
   */
  executeTogether(
    org: string,
    commands: readonly (CommandPhases & { task: string })[],
    whileAllLocked: (session: Session) => Promise<void>,
  ): Promise<void>;
  /** Returns the answer to an engine command. Null if none was given under this key. */
  answerTo(org: string, key: EngineKey): Promise<CommandAnswer | null>;
  /** Returns the current state. Null if there is no such task. */
  load(org: string, taskId: string): Promise<Task | null>;
  /** Returns the current state and the rows of its context. Null if there is no such task. */
  loadWithRows(session: Session, taskId: string): Promise<TaskWithRows | null>;
  log(org: string, taskId: string, from?: number): Promise<ChainedEntry[]>;
  list(org: string, query?: TaskQuery): Promise<Page<TaskSummary>>;
  countSections(org: string, query: SectionQuery): Promise<InboxCounts>;
  /**
   * Returns the entries after a cursor. `next` is the cursor to continue from, even if there were no entries.
   * Pass `now` instead of a cursor to get the end of the stream.
   */
  stream(org: string, place?: StreamQuery): Promise<Page<StreamEntry>>;
  /**
   * Finds the first place where a task's log or stored state differs from what was written, or returns null.
   */
  verify(org: string, taskId: string): Promise<LogFault | null>;
}

/** Creates the store. `onStep` is called once for each committed step, and not for a retry. */
export function createTaskStore(
  pool: Pool,
  enqueue: Enqueue,
  onStep: (step: CommittedStep) => void = () => undefined,
): TaskStore {
  const deps = {
    ...{ pool, enqueue },
    rosters: createRosterCache(),
    planned: createPlannedCache(),
    months: createMonthCache(),
  };
  const execute: TaskStore["executeAll"] = async (subject, commands) => {
    const { answer, steps } = await executeAll(deps, subject, commands);
    boundary("command.committed");
    for (const step of steps) onStep(step);
    return answer;
  };
  return {
    execute: (request) => execute(request, [request]),
    executeAll: execute,
    async executeTogether(org, commands, whileAllLocked) {
      const steps = await executeTogether(deps, org, commands, whileAllLocked);
      boundary("command.committed");
      for (const step of steps) onStep(step);
    },
    answerTo: (org, key) => readOnce(pool, org, (session) => readAnswer(session, key)),
    load: (org, taskId) => readOnce(pool, org, (session) => loadTask(session, taskId)),
    loadWithRows: (session, taskId) => readTaskWithRows(session, taskId, deps.rosters),
    async log(org, taskId, from = 1) {
      if (taskId === ORGANISATION_LOG) notFound(taskId);
      const found = await readOnce(pool, org, (session) => readLog(session, taskId, from));
      if (found.length === 0) await transact(pool, org, (session) => requireLogOf(session, taskId));
      return found;
    },
    list: (org, query = {}) => readOnce(pool, org, (session) => listTasks(session, query)),
    countSections: (org, query) => readOnce(pool, org, (session) => countSections(session, query)),
    stream: (org, place = {}) => readOnce(pool, org, (session) => readStream(session, place)),
    verify: (org, taskId) => transact(pool, org, (session) => verifyLog(session, taskId), SNAPSHOT),
  };
}

async function verifyLog(session: Session, taskId: string): Promise<LogFault | null> {
  const found = (await readVerifiedTask(session, taskId)) ?? notFound(taskId);
  return "fault" in found ? found.fault : null;
}

/** Returns the current state. Null if there is no such task. */
export async function loadTask(session: Session, taskId: string): Promise<Task | null> {
  return (await readTaskHead(session, taskId))?.task ?? null;
}
