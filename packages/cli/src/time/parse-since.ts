import { CountersignError } from "@countersign/core";
import { parseDuration } from "../command/duration.ts";

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Parses `--since`: an age such as `7d`, or a date, in UTC unless it names a zone. */
export function parseSince(word: string, now: Date): number {
  const ms = parseDuration(word);
  if (ms !== null) return Math.max(0, now.getTime() - ms);
  const isZoned = /(?:Z|[+-]\d{2}:\d{2}|^.{10})$/.test(word);
  const moment = DATE.test(word) ? Date.parse(isZoned ? word : `${word}Z`) : Number.NaN;
  if (moment >= 0) return moment;
  throw new CountersignError("invalid_input", `--since: "${word}" is not a time`, {
    hint: "Use 24h or 30d, or a date such as 2026-11-01",
  });
}
