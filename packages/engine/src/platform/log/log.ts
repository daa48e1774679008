import type { LogEvent } from "./log-events.ts";
import { type LogFields, pickAllowedFields } from "./log-fields.ts";

type LogLevel = "info" | "warn" | "error";

/** Words that people look for in the log: how a review ended. */
type LogPrefix = "[REVIEW-APPROVED]" | "[REVIEW-REJECTED]" | "[REVIEW-ESCALATION]";

export type LogEntryLine = {
  event: LogEvent;
  /** `info` if left out. */
  level?: LogLevel;
  prefix?: LogPrefix | undefined;
  fields?: LogFields;
};

/** Tells whoever runs the engine what happened. It never fails and never tells what was reviewed. */
export type Log = (line: LogEntryLine) => void;

export type LogSettings = {
  write(line: string): void;
  /** Called with how many fields were refused. */
  onDropped?(count: number): void;
  now?(): Date;
};

/** A log of JSON lines. Fields that nobody allowed are dropped, counted and never written. */
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
