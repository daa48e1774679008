import { oneLine, reasonText } from "@countersign/core";
import type { TaskView } from "../schemas/task-view.ts";

type HoldReason = NonNullable<TaskView["hold"]>["reasons"][number];

const MAX_SUMMARY = 200;

/** Explains why a task is on hold: the reviewer's summary, or the name of the reviewer or check concerned. */
export function holdReasonText({ code, about }: HoldReason, { round }: TaskView): string {
  const requirements = round?.requirements ?? [];
  const verdict = requirements.flatMap(({ verdicts }) => verdicts).find(({ id }) => id === about);
  if (verdict !== undefined) {
    const verb = code === "blocker" || code === "late_blocker" ? "blocks" : "answered";
    return `${verdict.by} ${verb}: "${oneLine(verdict.summary, MAX_SUMMARY)}"`;
  }
  const requirement = requirements.find(({ id }) => id === about);
  if (requirement !== undefined) return aboutRequirement(code, requirement);
  if (about === null) return reasonText(code);
  const detail = code === "merge_retries" ? (MERGE_FAULTS[about] ?? about) : about;
  return `${reasonText(code)} (${detail})`;
}

/** Reasons why a merge did not happen. */
const MERGE_FAULTS: Readonly<Record<string, string>> = {
  race: "the target branch kept moving",
  network: "a check or git gave no result",
  dirty: "a checkout of the target branch has uncommitted changes: commit or stash them",
  conflict: "it conflicts with the target branch",
  moved: "the target branch has changed the same files",
  checks_red: "checks fail on the merged result",
};

function aboutRequirement(
  code: string,
  { id, who }: NonNullable<TaskView["round"]>["requirements"][number],
): string {
  const name = id.replace(/^[a-z]+:/, "");
  const isSilent = code === "quorum_unreachable" || code === "no_result";
  if (isSilent && id.startsWith("check:")) return `the check ${name} has no result`;
  const people = who.length === 0 ? name : who.join(", ");
  if (code === "quorum_unreachable") return `${people} did not answer as ${name} reviewer`;
  if (code === "no_result") return `${name} has no result`;
  return `${reasonText(code)} (${name})`;
}
