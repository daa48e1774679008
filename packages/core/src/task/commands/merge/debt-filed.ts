import { isCounted } from "../../../verdict/aggregate.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, requireSystem, wrongState } from "../../step/refuse.ts";

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
