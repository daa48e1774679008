import type { TaskView } from "@countersign/api";
import { type CheckLine, listChecks, SIGNS } from "@countersign/review";
import { type Span, span } from "../terminal/row.ts";

export function qualityMark({ state }: CheckLine): Span {
  if (state === "waiting") return span(SIGNS.info, "faint");
  if (state === "no_result") return span("!", "warn");
  return state === "passed" ? span(SIGNS.tick, "good") : span(SIGNS.cross, "bad");
}

/** `✓✓✗✓`, one sign for each check. */
export function qualityMarks(view: TaskView): Span[] {
  return listChecks(view).map(qualityMark);
}
