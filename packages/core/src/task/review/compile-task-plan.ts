import type { Facts } from "../../content/schema.ts";
import { compilePlan } from "../../plan/compile/compile-plan.ts";
import type { Assignment, Gap, Plan } from "../../plan/schema.ts";
import type { Context } from "../model/context.ts";
import type { Round, Task } from "../model/state.ts";

export function compileFor(
  task: Task,
  round: Round | null,
  facts: Facts,
  gaps: readonly Gap[],
  context: Context,
): Plan {
  return compilePlan({
    facts,
    policy: context.policy,
    roster: context.roster,
    assignment: assignmentOf(task, round, context),
    gaps,
    requested: round?.plan?.requested,
    engineRun: context.engineRun,
  });
}

/** Returns the task's data that a plan needs. */
export function assignmentOf(
  task: Task,
  round: Round | null,
  { policy }: Pick<Context, "policy">,
): Assignment {
  return {
    title: task.title,
    type: task.type ?? undefined,
    statedBy: task.statedBy ?? "author",
    askedType: round?.askedType ?? undefined,
    department: task.department ?? undefined,
    assignee: task.assignee,
    authors: task.authors,
    authorFamily: task.authorFamily ?? undefined,
    labels: task.labels,
    modeChoices: task.modeChoices,
    avoid: Object.entries(task.rejections).flatMap(([reviewer, count]) =>
      count >= policy.limits.reassignAfter ? [reviewer] : [],
    ),
  };
}
