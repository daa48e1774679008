import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import { boundary } from "../platform/boundary.ts";
import type { Job, JobHandler } from "../ports/effect-queue.ts";
import { WORKFLOW } from "./names.ts";

/**
 * The content of a queue row. The organisation is not stored: it is part of the id, which row-level security
 * protects.
 */
const StoredJob = z.strictObject({
  kind: z.string(),
  payload: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
});
export type StoredJob = Pick<Job, "kind" | "payload">;

export type DoneJob = Parameters<JobHandler>[0];

export type Retries = {
  attempts: number;
  /** Milliseconds before the second attempt. Each further pause doubles. */
  firstPauseMs: number;
};

export type JobWork = {
  handler: JobHandler;
  /** Called when a job has ended in any way and its slot is free. */
  onEnded: () => void;
  retries: Retries;
  /** Called when a job is given up or unreadable. May be called again after a crash. */
  onFailed: (job: Pick<Job, "id" | "org" | "kind">, error: unknown) => void | Promise<void>;
};

const STEP = "handle";
const AWAY_PAUSE_MS = 250;

/** The engine, and therefore its work, is a singleton per process. */
let current: JobWork | null = null;
let registered = false;
let running = 0;

/** Sets the work that runs jobs. Null while no job may start. */
export function setWork(work: JobWork | null): void {
  current = work;
  if (registered) return;
  // We postpone jobs that kill workers. The engine's own limit would drop them.
  DBOS.registerWorkflow(doJob, { name: WORKFLOW, maxRecoveryAttempts: Number.MAX_SAFE_INTEGER });
  registered = true;
}

export function runningJobs(): number {
  return running;
}

async function doJob(stored: StoredJob): Promise<void> {
  const { workflowID: id } = DBOS;
  if (current === null || id === undefined) throw new Error("a job started while no work was set");
  const work = current;
  running += 1;
  try {
    await attempt(work, id, stored);
  } finally {
    running -= 1;
    work.onEnded();
  }
}

/** Runs one coarse step with retries. Reports the last attempt's error, but stores only its name. */
async function attempt(work: JobWork, id: string, stored: StoredJob): Promise<void> {
  const { handler, retries, onFailed } = work;
  const org = id.slice(0, id.indexOf(":"));
  let last: unknown;
  const handle = async (): Promise<void> => {
    try {
      boundary("job.begun");
      await withPatience(work, () => handler({ id, org, ...StoredJob.parse(stored) }));
      boundary("job.done");
    } catch (error) {
      last = error;
      throw new Error(errorName(error));
    }
  };
  try {
    await DBOS.runStep(handle, {
      name: STEP,
      retriesAllowed: true,
      maxAttempts: retries.attempts,
      intervalSeconds: retries.firstPauseMs / 1_000,
      backoffRate: 2,
    });
  } catch (error) {
    if (isGivenUp(error)) await onFailed({ id, org, kind: String(stored?.kind) }, last ?? error);
    throw error;
  }
}

/** Waits for an unreachable database without using up an attempt. */
async function withPatience(work: JobWork, act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const isAway = error instanceof CountersignError && error.code === "unreachable";
      if (!isAway || current !== work) throw error;
      await pause(AWAY_PAUSE_MS);
    }
  }
}

/** Matches by error code, because after a crash the error comes back from the database without its class. */
function isGivenUp(error: unknown): boolean {
  return error instanceof Error && "dbosErrorCode" in error && error.dbosErrorCode === 23;
}

/** Error messages may quote reviewed content; names and codes do not. */
function errorName(error: unknown): string {
  if (error instanceof CountersignError) return error.code;
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
