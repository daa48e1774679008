import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { z } from "zod";
import { boundary } from "../platform/boundary.ts";
import type { Job, JobHandler } from "../ports/effect-queue.ts";

/** The stored content of a job. The organisation is part of the id, which the enqueue function protects. */
const JobContent = z.strictObject({
  kind: z.string(),
  payload: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
  ),
  partition: z.string().optional(),
  once: z.boolean().optional(),
});

export type DoneJob = Parameters<JobHandler>[0];

export type Retries = {
  attempts: number;
  /** Milliseconds before the second attempt. Each further pause doubles. */
  firstPauseMs: number;
};

export type JobWork = {
  handler: JobHandler;
  retries: Retries;
  /** Called when a job is given up or unreadable. May be called again after a crash. */
  onFailed: (job: Pick<Job, "id" | "org" | "kind">, error: unknown) => void | Promise<void>;
  /** Remembers a job that must not be added again, with the error that ended it. */
  remember: (id: string, error: string | null) => Promise<void>;
  /** Aborted when the queue no longer waits for its jobs. */
  signal: AbortSignal;
};

const AWAY_PAUSE_MS = 250;

/** Runs a job with retries. Reports the error of the last attempt, but stores only its name. */
export async function doJob(work: JobWork, id: string, content: string): Promise<void> {
  try {
    const error = await attemptAll(work, id, content);
    if (error === null) return;
    await work.onFailed({ id, org: orgOf(id), kind: kindOf(content) }, error.last);
    await work.remember(id, errorName(error.last));
  } catch (error) {
    throw new Error(errorName(error));
  }
}

/** Returns the error of the last attempt, or null when an attempt succeeded. */
async function attemptAll(work: JobWork, id: string, content: string) {
  const { attempts, firstPauseMs } = work.retries;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { once } = await attemptJob(work, id, content);
      if (once === true) await work.remember(id, null);
      return null;
    } catch (last) {
      if (work.signal.aborted) throw last;
      if (attempt === attempts) return { last };
      await pause(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}

/** Waits for an unreachable database without using up an attempt. */
async function attemptJob({ handler, signal }: JobWork, id: string, content: string) {
  const { kind, payload, once } = JobContent.parse(JSON.parse(content));
  for (;;) {
    try {
      boundary("job.begun");
      await handler({ id, org: orgOf(id), kind, payload });
      boundary("job.done");
      return { once };
    } catch (error) {
      const isAway = error instanceof CountersignError && error.code === "unreachable";
      if (!isAway || signal.aborted) throw error;
      await pause(AWAY_PAUSE_MS);
    }
  }
}

function orgOf(id: string): string {
  return id.slice(0, id.indexOf(":"));
}

function kindOf(content: string): string {
  const kind = z.object({ kind: z.string() });
  try {
    return kind.parse(JSON.parse(content)).kind;
  } catch {
    return "unknown";
  }
}

/** Error messages may quote reviewed content; names and codes do not. */
function errorName(error: unknown): string {
  if (error instanceof CountersignError) return error.code;
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
}
