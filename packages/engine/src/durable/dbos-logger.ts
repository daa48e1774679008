import type { DLogger } from "@dbos-inc/dbos-sdk";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";

/** Tells that DBOS warns, and of what kind of error; its sentences quote what a job was about. */
export function dbosLogger(log: Log): DLogger {
  const warn = (entry: unknown) =>
    log({ level: "warn", event: "queue_warned", fields: describeError(entry) });
  const fail = (entry: unknown) =>
    log({ level: "error", event: "queue_warned", fields: describeError(entry) });
  return { debug: () => undefined, info: () => undefined, warn, error: fail };
}
