import { type ChainSeat, seatKey as coreSeatKey, listChainSeats, toShown } from "@countersign/api";
import type { Model } from "../../model/model.ts";
import { type Move, movePosition } from "../../model/move.ts";
import { createPanelState } from "../../model/panel-state.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { currentView } from "../../model/tasks.ts";
import { navigateWithGuard, openSingleTask } from "../../session/review-session.ts";
import { isNewerJustSeen } from "../../session/shown-round.ts";

/** The selected reviewer; null for the first pending one. */
const reviewersState = createPanelState<{ readonly seat: string | null }>({
  id: "reviewers",
  init: { seat: null },
});

/** Returns the reviewers of the current round. */
export function currentSeats(model: Model): ChainSeat[] {
  const view = currentView(model);
  return view === null ? [] : listChainSeats(view);
}

/** Returns the index of the selected reviewer. */
export function seatIndex(model: Model): number {
  const seats = currentSeats(model);
  const { seat } = reviewersState.of(model);
  const chosen = seats.findIndex((one) => seatKey(one) === seat);
  return chosen >= 0
    ? chosen
    : Math.max(
        0,
        seats.findIndex(({ progress }) => progress === "waiting"),
      );
}

/** Returns the selected reviewer. */
export function selectedSeat(model: Model): ChainSeat | null {
  return currentSeats(model)[seatIndex(model)] ?? null;
}

/** Selects a reviewer; null if there is none at this index. */
export function chooseSeat(model: Model, at: number): Model | null {
  const seat = currentSeats(model)[at];
  return seat === undefined ? null : reviewersState.change(model, { seat: seatKey(seat) });
}

export function moveSeat(model: Model, move: Move): Model {
  const { length } = currentSeats(model);
  return chooseSeat(model, movePosition(seatIndex(model), move, length, length)) ?? model;
}

function seatKey({ requirement, reviewer }: ChainSeat): string {
  return coreSeatKey({ requirement, actor: reviewer });
}

/** Opens the task under review. */
export function openDetails(model: Model): ModelStep {
  const task = model.review.current;
  return withoutEffects(
    task === null ? model : openSingleTask(navigateWithGuard(model, { type: "HOME" }), task),
  );
}

/** Restarts or cancels the selected reviewer. */
export function directReviewer(model: Model, act: "retry" | "cancel"): ModelStep {
  const view = currentView(model);
  const seat = selectedSeat(model);
  if (view?.round == null || seat === null)
    return withoutEffects(showNotice(model, "There is no reviewer.", "warn"));
  if (isNewerJustSeen(model))
    return withoutEffects(showNotice(model, "There is a newer round.", "warn"));
  const { requirement, reviewer, progress } = seat;
  if (progress !== "waiting")
    return withoutEffects(showNotice(model, `The task is not waiting for ${reviewer}.`, "warn"));
  const sending = { act, task: view.id, ...toShown(view), requirement, reviewer };
  return withEffect(reviewersState.change(model, { seat: seatKey(seat) }), {
    type: "send",
    sending,
  });
}
