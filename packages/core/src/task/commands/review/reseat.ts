import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { decideNow } from "../../review/decide-now.ts";
import { recordPlan, renewedPlan } from "../../review/replan.ts";
import { lostSeats } from "../../review/seats.ts";
import type { Draft } from "../../step/draft.ts";
import { refuse, requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

/** Fills the seats of layers whose agents can no longer answer: with others, with a person, or not at all. */
export function reseat(draft: Draft, _command: CommandOf<"reseat">, context: Context): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "reviewing") return wrongState(task);
  const round = requireRound(task);
  const lost = lostSeats(task, context).filter(({ isLayer }) => isLayer);
  const plan = lost.length === 0 ? null : renewedPlan(task, round, context);
  if (plan === null)
    return refuse("wrong_state", task, `Every agent that ${task.id} is waiting for can answer`);
  const replanned = recordPlan(draft, round, plan, context);
  return decideNow(replanned, context, requireRound(replanned.task));
}
