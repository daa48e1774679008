import type { DLogger } from "@dbos-inc/dbos-sdk";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";

/** Logs DBOS warnings by error type only, because their messages quote job content. */
export function dbosLogger(log: Log): DLogger {
  const warn = (entry: unknown) =>
    log({ level: "warn", event: "queue_warned", fields: describeError(entry) });
  const fail = (entry: unknown) =>
    log({ level: "error", event: "queue_warned", fields: describeError(entry) });
  return { debug: () => undefined, info: () => undefined, warn, error: fail };
}
