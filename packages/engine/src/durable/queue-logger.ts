import { Logger } from "graphile-worker";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";

/** Logs graphile-worker's warnings by error type only, because their messages quote job content. */
export function queueLogger(log: Log, onError: () => void = () => undefined): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level === "info" || level === "debug") return;
    const fields = describeError(meta?.error ?? meta?.fatalError);
    log({ level: level === "error" ? "error" : "warn", event: "queue_warned", fields });
    if (level === "error") onError();
  });
}
