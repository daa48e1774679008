import { CountersignError } from "@countersign/core";

const MONTH = /^[0-9]{4}-(?:0[1-9]|1[0-2])$/;

/** Returns a month such as 2026-09, or refuses the text. */
export function requireMonth(text: string): string {
  if (MONTH.test(text)) return text;
  throw new CountersignError("invalid_input", `${text} is not a month`, {
    hint: "Write year and month, such as 2026-09",
  });
}
