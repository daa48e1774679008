import type { LogEvent } from "./log-events.ts";
import { type LogFields, pickAllowedFields } from "./log-fields.ts";

type LogLevel = "info" | "warn" | "error";

/** Searchable words in the log that say how a review ended. */
type LogPrefix = "[REVIEW-APPROVED]" | "[REVIEW-REJECTED]" | "[REVIEW-ESCALATION]";

export type LogEntryLine = {
  event: LogEvent;
  /** Default `info`. */
  level?: LogLevel;
  prefix?: LogPrefix | undefined;
  fields?: LogFields;
};

/** Logs an event for the engine's operator. Never throws, and never logs reviewed content. */
export type Log = (line: LogEntryLine) => void;

export type LogSettings = {
  write(line: string): void;
  /** Called with the number of dropped fields. */
  onDropped?(count: number): void;
  now?(): Date;
};

/** Creates a log that writes JSON lines. Fields that are not allowed are dropped and counted. */
export function createLog({ write, onDropped, now = () => new Date() }: LogSettings): Log {
  return ({ event, level = "info", prefix, fields = {} }) => {
    const { kept, dropped } = pickAllowedFields(fields);
    if (dropped > 0) onDropped?.(dropped);
    const line = {
      at: now().toISOString(),
      level,
      ...(prefix !== undefined && { prefix }),
      event,
      fields: kept,
      ...(dropped > 0 && { dropped }),
    };
    write(JSON.stringify(line));
  };
}
