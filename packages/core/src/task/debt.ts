import { isCounted } from "../verdict/aggregate.ts";
import type { CommandOf } from "./commands.ts";
import type { Context } from "./context.ts";
import { type Draft, emit, record } from "./draft.ts";
import { refuse, requireSystem, wrongState } from "./refuse.ts";

/** Has a task opened for each warning that work leaves behind which is done and cannot be taken back. */
export function fileDebt(draft: Draft): Draft {
  const { round, findings } = draft.task;
  if (round?.decision?.gate !== "pass_with_warnings" || round.overridden) return draft;
  const debt = findings.filter((finding) => isCounted(finding) && finding.severity === "warning");
  if (debt.length === 0) return draft;
  return emit(draft, { do: "file_debt", findings: debt.map(({ id }) => id) });
}

/** Links a warning of finished work to the task that was opened for it. */
export function debtFiled(
  draft: Draft,
  { finding, task: link }: CommandOf<"debt_filed">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "done") return wrongState(task);
  const known = task.findings.find(({ id }) => id === finding);
  if (known === undefined)
    return refuse("not_found", task, `${task.id} has no finding ${finding}.`);
  if (!isCounted(known)) return record(draft, context, { type: "noted", what: "already_recorded" });
  const disposition = { is: "deferred", link, by: context.actor.id } as const;
  return record(draft, context, { type: "disposed", finding, disposition });
}
