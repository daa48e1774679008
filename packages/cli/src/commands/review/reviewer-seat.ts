import { seatsOf, type TaskView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { Run } from "../../context.ts";
import { type Decide, decide } from "../../decisions/decide.ts";
import { argument } from "../../given.ts";

export const reviewRetry: Run = async (context, given) => {
  const reviewer = argument(given, 1);
  return await decide(context, {
    ...about("retry", argument(given), reviewer),
    done: `asked ${reviewer} again:`,
    send: async ({ client }, task, shown) =>
      await client.retryReviewer({ task: task.id, body: { ...shown, ...seatOf(task, reviewer) } }),
  });
};

export const reviewCancel: Run = async (context, given) => {
  const reviewer = argument(given, 1);
  return await decide(context, {
    ...about("cancel", argument(given), reviewer),
    done: `waits no longer for ${reviewer}:`,
    send: async ({ client }, task, shown) =>
      await client.cancelReviewer({ task: task.id, body: { ...shown, ...seatOf(task, reviewer) } }),
  });
};

function about(verb: string, word: string, reviewer: string): Omit<Decide, "done" | "send"> {
  return {
    verb,
    schema: `review.${verb}`,
    word,
    check: (task) => {
      seatOf(task, reviewer);
    },
  };
}

/** What that machine still has to answer. */
function seatOf(task: TaskView, reviewer: string) {
  const waiting = seatsOf(task).filter(({ progress }) => progress === "waiting");
  const seat = waiting.find((one) => one.reviewer === reviewer || one.requirement === reviewer);
  if (task.round !== null && seat !== undefined)
    return { requirement: seat.requirement, reviewer: seat.reviewer };
  const names = [...new Set(waiting.map((one) => one.reviewer))].join(", ");
  throw new CountersignError("not_found", `${task.id} is not waiting for ${reviewer}`, {
    hint: names === "" ? "It waits for no reviewer or check." : `It waits for: ${names}`,
  });
}
