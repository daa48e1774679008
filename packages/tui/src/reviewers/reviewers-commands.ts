import { type Seat, seatName, seatsOf, shownOf } from "@countersign/api";
import { type Move, moved } from "../app/move.ts";
import { isNewerJustSeen } from "../review/decide.ts";
import { go, openTask, showTask } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { currentView } from "../store/tasks.ts";

/** A task that is with its reviewers: who has answered, and who is still at it. */
export function openReviewers(model: Model, task: string): Model {
  return go(showTask({ ...model, seat: null }, task), { type: "OPEN", panel: "reviewers" });
}

export function currentSeats(model: Model): Seat[] {
  const view = currentView(model);
  return view === null ? [] : seatsOf(view);
}

/** The one that is chosen, whatever happens to the others; until one is, the first that is waited for. */
export function seatAt(model: Model): number {
  const seats = currentSeats(model);
  const chosen = seats.findIndex((seat) => nameOf(seat) === model.seat);
  return chosen >= 0
    ? chosen
    : Math.max(
        0,
        seats.findIndex(({ stands }) => stands === "waiting"),
      );
}

export function seatHere(model: Model): Seat | null {
  return currentSeats(model)[seatAt(model)] ?? null;
}

export function chooseSeat(model: Model, at: number): Model | null {
  const seat = currentSeats(model)[at];
  return seat === undefined ? null : { ...model, seat: nameOf(seat) };
}

export function moveSeat(model: Model, move: Move): Model {
  const { length } = currentSeats(model);
  return chooseSeat(model, moved(seatAt(model), move, length, length)) ?? model;
}

function nameOf({ requirement, reviewer }: Seat): string {
  return seatName(requirement, reviewer);
}

/** The task itself, with everything that is known of it. */
export function openDetails(model: Model): Step {
  const task = model.review.current;
  return only(task === null ? model : openTask(go(model, { type: "HOME" }), task));
}

/** Has the machine that is chosen asked again, or waits for it no longer. */
export function directReviewer(model: Model, act: "retry" | "cancel"): Step {
  const view = currentView(model);
  const seat = seatHere(model);
  if (view?.round == null || seat === null)
    return only(say(model, "There is no reviewer.", "warn"));
  if (isNewerJustSeen(model)) return only(say(model, "There is a newer round.", "warn"));
  const { requirement, reviewer, stands } = seat;
  if (stands !== "waiting") return only(say(model, `Nobody waits for ${reviewer} now.`, "warn"));
  const sending = { act, task: view.id, ...shownOf(view), requirement, reviewer };
  return withEffect({ ...model, seat: nameOf(seat) }, { type: "send", sending });
}
