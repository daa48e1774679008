import { type RequirementView, requirementStanding, type TaskView } from "@countersign/api";

/** The result of one of the project's checks. */
export type CheckLine = {
  readonly name: string;
  readonly state: "passed" | "failed" | "waiting" | "no_result";
  readonly summary: string;
};

/** The checks of the current round, in the order of the plan. */
export function listChecks({ round }: TaskView): CheckLine[] {
  return (round?.requirements ?? []).filter(({ kind }) => kind === "check").map(readCheck);
}

function readCheck(requirement: RequirementView): CheckLine {
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

/** The first line of a check's summary, or its state. */
export function checkText({ summary, state }: CheckLine): string {
  if (state === "waiting") return "still running";
  const [line = ""] = summary.split("\n");
  const word = state.replace("_", " ");
  if (state === "no_result") return line === "" ? word : `${word}: ${line}`;
  return line === "" ? word : line;
}
