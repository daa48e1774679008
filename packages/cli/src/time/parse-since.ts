import { CountersignError, durationMs } from "@countersign/core";

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** The moment that `--since` names: so long ago (`7d`), or a date, in UTC unless it says otherwise. */
export function parseSince(word: string, now: Date): number {
  if (/^[1-9][0-9]{0,4}[smhd]$/.test(word)) return Math.max(0, now.getTime() - durationMs(word));
  const isZoned = /(?:Z|[+-]\d{2}:\d{2}|^.{10})$/.test(word);
  const moment = DATE.test(word) ? Date.parse(isZoned ? word : `${word}Z`) : Number.NaN;
  if (moment >= 0) return moment;
  throw new CountersignError("invalid_input", `--since: "${word}" is not a time`, {
    hint: "Write 24h or 30d, or a date such as 2026-11-01",
  });
}
