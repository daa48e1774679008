import { type RequirementView, requirementStanding, type TaskView } from "@countersign/api";
import { type Span, span } from "../terminal/row.ts";
import { SIGNS } from "../theme/signs.ts";

/** What one of the project's own checks said. */
export type Quality = {
  readonly name: string;
  readonly state: "passed" | "failed" | "waiting" | "no_result";
  readonly summary: string;
};

/** The checks of the current round, in the order of the plan. */
export function qualityOf({ round }: TaskView): Quality[] {
  return (round?.requirements ?? []).filter(({ kind }) => kind === "check").map(readQuality);
}

function readQuality(requirement: RequirementView): Quality {
  const { id, verdicts, withoutResult } = requirement;
  const last = verdicts.at(-1);
  const name = id.replace(/^check:/, "");
  if (requirementStanding(requirement) === "no_result") {
    return { name, state: "no_result", summary: withoutResult.at(-1)?.reason ?? "no result" };
  }
  if (last === undefined) return { name, state: "waiting", summary: "" };
  const passed = last.opinion === "approved";
  return { name, state: passed ? "passed" : "failed", summary: last.summary };
}

export function qualityMark({ state }: Quality): Span {
  if (state === "waiting") return span(SIGNS.info, "faint");
  if (state === "no_result") return span("!", "warn");
  return state === "passed" ? span(SIGNS.tick, "good") : span(SIGNS.cross, "bad");
}

/** `✓✓✗✓`, one sign for each check. */
export function qualityMarks(view: TaskView): Span[] {
  return qualityOf(view).map(qualityMark);
}
