import { CountersignError } from "@countersign/core";
import { countText } from "@countersign/review";
import { z } from "zod";

/** The output of `archive` and `unarchive`. */
export const MovedMonth = z.object({
  month: z.string(),
  file: z.string(),
  tasks: z.int(),
  entries: z.int(),
  sha256: z.string(),
});

/** Returns `412 entries of 17 tasks`. */
export function movedText({
  entries,
  tasks,
}: Pick<z.infer<typeof MovedMonth>, "entries" | "tasks">): string {
  return `${countText(entries, "entry", "entries")} of ${countText(tasks, "task")}`;
}

const MONTH = /^[0-9]{4}-(?:0[1-9]|1[0-2])$/;

/** Returns a month such as 2026-09, or refuses the text. */
export function requireMonth(text: string): string {
  if (MONTH.test(text)) return text;
  throw new CountersignError("invalid_input", `${text} is not a month`, {
    hint: "Write year and month, such as 2026-09",
  });
}
