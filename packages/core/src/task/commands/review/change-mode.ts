import { MODES } from "../../../policy/words.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { freshPlan, replanAndDecide } from "../../review/replan.ts";
import { type Draft, record } from "../../step/draft.ts";
import { worksOn } from "../../step/involved.ts";
import { wrongState } from "../../step/refuse.ts";

export function changeMode(
  draft: Draft,
  { mode, reason }: CommandOf<"change_mode">,
  context: Context,
): Draft {
  const { task } = draft;
  if (task.phase.is === "merging" || task.phase.is === "done" || task.phase.is === "rejected")
    return wrongState(task);
  const before = task.round?.plan?.mode.mode;
  const by = proposerOf(task, context);
  const proposed = record(draft, context, {
    type: "mode_proposed",
    proposal: { mode, by },
    ...(reason !== undefined && { reason }),
  });
  const round = proposed.task.round;
  if (round === null || (task.phase.is !== "reviewing" && task.phase.is !== "approved"))
    return proposed;
  const plan = freshPlan(proposed.task, round, context, by === "person");
  if (plan === null) return proposed;
  if (task.phase.is === "approved" && !isStricter(plan.mode.mode, before)) return proposed;
  return replanAndDecide(proposed, plan, context);
}

function proposerOf(task: Task, { actor, policy }: Context): "person" | "planner" | "author" {
  if (actor.kind === "human" && !worksOn(actor.id, task, policy)) return "person";
  return actor.planner ? "planner" : "author";
}

function isStricter(
  mode: (typeof MODES)[number],
  than: (typeof MODES)[number] | undefined,
): boolean {
  return than !== undefined && MODES.indexOf(mode) < MODES.indexOf(than);
}
