import { checkupPlan } from "../../../plan/compile/amend.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { dueAt, endUnseen } from "../../review/checkup.ts";
import { compileFor } from "../../review/compile-task-plan.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { refuse, requireSystem, wrongState } from "../../step/refuse.ts";

export function planCheckup(
  draft: Draft,
  { checkup: number, facts }: CommandOf<"plan_checkup">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.checkup === null || task.checkup.planned !== null) return wrongState(task);
  if (number !== task.checkup.number) {
    refuse("stale_round", task, `${task.id} is at checkup ${task.checkup.number}`, {
      given: number,
    });
  }
  const plan = checkupPlan(compileFor(task, null, facts, [], context));
  const deadlineMs = dueAt(context);
  const planned = record(draft, context, {
    type: "checkup_planned",
    content: facts.content,
    plan,
    deadlineMs,
  });
  if (plan.requirements.length === 0) return endUnseen(planned, context);
  const requirements = plan.requirements.map((requirement) => requirement.id);
  return emit(planned, { do: "ask_checkup", checkup: number, requirements });
}
