import { listChainSeats, type TaskView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Decide } from "../../decisions/send-decision.ts";

/** The part of a decision about one reviewer that `retry` and `cancel` share. */
export function aboutReviewer(
  verb: string,
  word: string,
  reviewer: string,
): Omit<Decide, "done" | "send"> {
  return {
    verb,
    schema: `review.${verb}`,
    word,
    check: (task) => {
      reviewerSeat(task, reviewer);
    },
  };
}

/** The requirement that the task waits for this reviewer to answer. */
export function reviewerSeat(task: TaskView, reviewer: string) {
  const waiting = listChainSeats(task).filter(({ progress }) => progress === "waiting");
  const seat = waiting.find((one) => one.reviewer === reviewer || one.requirement === reviewer);
  if (task.round !== null && seat !== undefined)
    return { requirement: seat.requirement, reviewer: seat.reviewer };
  const names = [...new Set(waiting.map((one) => one.reviewer))].join(", ");
  throw new CountersignError("not_found", `${task.id} is not waiting for ${reviewer}`, {
    hint: names === "" ? "No reviewer or check is pending" : `It is waiting for: ${names}`,
  });
}
