import { type Seat, seatsOf } from "@countersign/api";
import { type Move, moved } from "../app/move.ts";
import { go, openTask, showTask } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { currentView } from "../store/tasks.ts";

/** A task that is with its reviewers: who has answered, and who is still at it. */
export function openReviewers(model: Model, task: string): Model {
  const next = go(showTask(model, task), { type: "OPEN", panel: "reviewers" });
  const first = currentSeats(next).findIndex(({ stands }) => stands === "waiting");
  return { ...next, choice: Math.max(0, first) };
}

export function currentSeats(model: Model): Seat[] {
  const view = currentView(model);
  return view === null ? [] : seatsOf(view);
}

export function seatHere(model: Model): Seat | null {
  const seats = currentSeats(model);
  return seats[Math.min(model.choice, seats.length - 1)] ?? null;
}

export function moveSeat(model: Model, move: Move): Model {
  const { length } = currentSeats(model);
  return { ...model, choice: moved(Math.min(model.choice, length - 1), move, length, length) };
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
  const { requirement, reviewer, stands } = seat;
  if (stands !== "waiting") return only(say(model, `Nobody waits for ${reviewer} now.`, "warn"));
  const { id: task, round } = view;
  const sending = { act, task, round: round.number, requirement, reviewer };
  return withEffect(model, { type: "send", sending });
}
