import { isSameSeat, type ReviewSeat } from "../../decision/review-seat.ts";
import type { Requirement } from "../../plan/schema.ts";
import type { Context } from "../model/context.ts";
import type { Round } from "../model/state.ts";
import { type Draft, record } from "../step/draft.ts";
import { requireRound } from "../step/refuse.ts";
import { escalate } from "./hold.ts";
import { openSeats } from "./seats.ts";

/**
 * Gives up machines that failed to answer, once no other machine of the stage is running.
 *
 * If one of them was not asked because of a spending cap, a person decides about the cost first.
 */
export function settleUnanswered(draft: Draft, context: Context): Draft {
  const round = requireRound(draft.task);
  const { unanswered = [], plan, decision } = round;
  if (unanswered.length === 0 || plan === null || decision === null) return draft;
  const judged = plan.requirements.filter(({ human, stage }) => !human && stage === decision.stage);
  const seats = judged.flatMap((requirement) => seatsOf(requirement, round));
  const vain = unanswered.filter((entry) => seats.some((seat) => isSameSeat(seat, entry)));
  if (vain.length === 0 || vain.length < seats.length) return draft;
  const capped = vain.find(({ cause }) => cause === "over_cap");
  if (capped !== undefined) {
    const reason = { code: "limit_cost", about: capped.requirement } as const;
    return escalate(draft, [reason], context, null);
  }
  return record(
    draft,
    context,
    ...vain.map(({ requirement, actor }) => ({ type: "gave_up" as const, requirement, actor })),
  );
}

/** Returns the machines that a requirement still waits for. */
function seatsOf(requirement: Requirement, round: Round): ReviewSeat[] {
  return openSeats(requirement, round).map((actor) => ({ requirement: requirement.id, actor }));
}
