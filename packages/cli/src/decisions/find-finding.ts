import type { Shown, TaskView } from "@countersign/api";
import { CountersignError, closest, FindingId } from "@countersign/core";
import type { CliSession } from "../client/open-session.ts";
import type { CommandContext } from "../command/context.ts";
import { findShown } from "./find-task.ts";
import { lastShown } from "./send-decision.ts";

/** `shown`: the round and tree that the person was shown last, else those of the task as it is now. */
export type FoundFinding = {
  task: TaskView;
  finding: TaskView["findings"][number];
  shown: Shown;
};

/** Whether a word names a finding: `F-3`, or `cs-ab12/F-3`. */
export function isFindingWord(word: string): boolean {
  return FindingId.safeParse(word.split("/").at(-1)).success;
}

/** Findings are numbered within their task: `F-3` is one of this branch, `cs-ab12/F-3` and `@1/F-3` of another. */
export async function findFinding(
  context: CommandContext,
  session: CliSession,
  word: string,
): Promise<FoundFinding> {
  const slash = word.lastIndexOf("/");
  const id = word.slice(slash + 1);
  if (!FindingId.safeParse(id).success) {
    throw new CountersignError("invalid_input", `"${word}" is not a finding id`, {
      hint: "Use F-3 for this branch's task, or cs-ab12/F-3",
    });
  }
  const found = await findShown(context, session, slash === -1 ? "." : word.slice(0, slash));
  const { view: task } = found;
  const finding = task.findings.find((one) => one.id === id);
  if (finding !== undefined) return { task, finding, shown: await lastShown(found) };
  const ids = task.findings.map((one) => one.id);
  const meant = closest(id, ids);
  throw new CountersignError(
    "not_found",
    `${task.id} has no finding ${id}${meant === undefined ? "" : `, did you mean \`${meant}\`?`}`,
    { hint: `List findings: countersign finding list ${task.id}` },
  );
}
