import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import type { Pool } from "pg";
import { z } from "zod";
import { boundary } from "../platform/boundary.ts";
import { describeError } from "../platform/log/describe-error.ts";
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
const JobKindOnly = z.object({ kind: z.string() }).catch({ kind: "unknown" });

export type JobWork = {
  pool: Pool;
  handler: JobHandler;
  /** Each pause between attempts is twice as long as the one before. */
  retries: { attempts: number; firstPauseMs: number };
  /** Called when a job is given up or unreadable. May be called again after a crash. */
  onFailed: (job: Pick<Job, "id" | "org" | "kind">, error: unknown) => void | Promise<void>;
  /** Aborted when the queue no longer waits for its jobs. */
  signal: AbortSignal;
};

/** Runs a job with retries. Throws only the name of an error, because graphile-worker stores the message. */
export async function doJob(work: JobWork, id: string, content: string): Promise<void> {
  await attemptAll(work, id, content).catch((error) => {
    throw new Error(errorName(error));
  });
}

async function attemptAll(work: JobWork, id: string, content: string): Promise<void> {
  const { attempts, firstPauseMs } = work.retries;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptJob(work, id, content);
    } catch (error) {
      if (work.signal.aborted) throw error;
      if (isUnreachable(error)) attempt -= 1;
      else if (attempt === attempts) return await giveUp(work, id, content, error);
      await pause(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}

async function attemptJob({ pool, handler }: JobWork, id: string, content: string): Promise<void> {
  const { kind, payload, once } = JobContent.parse(JSON.parse(content));
  boundary("job.begun");
  await handler({ id, org: orgOf(id), kind, payload });
  boundary("job.done");
  if (once === true) await remember(pool, id, null);
}

/** Reports the error, but stores only its name. */
async function giveUp({ pool, onFailed }: JobWork, id: string, content: string, error: unknown) {
  const { kind } = JobKindOnly.parse(JSON.parse(content));
  await onFailed({ id, org: orgOf(id), kind }, error);
  await remember(pool, id, errorName(error));
}

/** Stores a job that must not be added again: given up, or meant to run once. */
async function remember(pool: Pool, id: string, error: string | null): Promise<void> {
  const text = "INSERT INTO countersign_durable.finished VALUES ($1, $2) ON CONFLICT DO NOTHING";
  await pool.query(text, [id, error]);
}

function orgOf(id: string): string {
  return id.slice(0, id.indexOf(":"));
}

/** An unreachable database does not use up an attempt. */
function isUnreachable(error: unknown): boolean {
  return error instanceof CountersignError && error.code === "unreachable";
}

/** Error messages may quote reviewed content; names and codes do not. */
function errorName(error: unknown): string {
  const { error: name, code = "" } = describeError(error);
  return `${name} ${code}`.trim();
}
