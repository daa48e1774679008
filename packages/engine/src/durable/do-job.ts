import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import { boundary } from "../platform/boundary.ts";
import type { Job, JobHandler } from "../ports/effect-queue.ts";
import { WORKFLOW } from "./names.ts";

/** What a row of the queue holds. The organisation is not in it: the id says it, and the fences guard the id. */
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
  /** Before the second attempt; each further pause is twice as long. */
  firstPauseMs: number;
};

export type JobWork = {
  handler: JobHandler;
  /** A job has ended, however it did, and its place is free. */
  onEnded: () => void;
  retries: Retries;
  /** A job was given up, or nobody can read it. It may be told again after a crash. */
  onFailed: (job: Pick<Job, "id" | "org" | "kind">, error: unknown) => void | Promise<void>;
};

const STEP = "handle";
const AWAY_PAUSE_MS = 250;

/** The engine is one per process, and so is its work. */
let current: JobWork | null = null;
let registered = false;
let running = 0;

/** Names the work that jobs are for; null when none may begin. */
export function setWork(work: JobWork | null): void {
  current = work;
  if (registered) return;
  // We put off what workers die over; the engine's own count would lose it.
  DBOS.registerWorkflow(doJob, { name: WORKFLOW, maxRecoveryAttempts: Number.MAX_SAFE_INTEGER });
  registered = true;
}

export function runningJobs(): number {
  return running;
}

async function doJob(stored: StoredJob): Promise<void> {
  const { workflowID: id } = DBOS;
  if (current === null || id === undefined) throw new Error("a job without work");
  const work = current;
  running += 1;
  try {
    await attempt(work, id, stored);
  } finally {
    running -= 1;
    work.onEnded();
  }
}

/** One coarse step with retries. What ended the last attempt is told, and only its name is stored. */
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
      throw new Error(nameOf(error));
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

/** A database that is away is nobody's failure: it is waited for, and that costs no attempt. */
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

/** By its number: after a crash the error comes back from the database without its class. */
function isGivenUp(error: unknown): boolean {
  return error instanceof Error && "dbosErrorCode" in error && error.dbosErrorCode === 23;
}

/** Messages may hold what was reviewed; a name and a code do not. */
function nameOf(error: unknown): string {
  if (error instanceof CountersignError) return error.code;
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
