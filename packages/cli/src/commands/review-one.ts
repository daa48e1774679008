import type { TaskView } from "@countersign/api";
import { CountersignError, seatName } from "@countersign/core";
import { type Decide, decide } from "../client/decide.ts";
import type { Run } from "../context.ts";
import { argument } from "../given.ts";

export const reviewRetry: Run = async (context, given) => {
  const reviewer = argument(given, 1);
  return await decide(context, {
    ...about("retry", argument(given)),
    done: `asked ${reviewer} again:`,
    send: async ({ client }, task) =>
      await client.retryReviewer({ task: task.id, body: seatOf(task, reviewer) }),
  });
};

export const reviewCancel: Run = async (context, given) => {
  const reviewer = argument(given, 1);
  return await decide(context, {
    ...about("cancel", argument(given)),
    done: `waits no longer for ${reviewer}:`,
    send: async ({ client }, task) =>
      await client.cancelReviewer({ task: task.id, body: seatOf(task, reviewer) }),
  });
};

function about(verb: string, word: string): Pick<Decide, "verb" | "schema" | "word"> {
  return { verb, schema: `review.${verb}`, word };
}

/** What that machine still has to answer. */
function seatOf({ id, round }: TaskView, reviewer: string) {
  const seats = (round?.requirements ?? [])
    .filter(({ human, status }) => !human && status === "waiting")
    .flatMap(({ id: requirement, who, verdicts }) =>
      who
        .filter((name) => !verdicts.some(({ by }) => by === name))
        .filter((name) => round?.noResult.includes(seatName(requirement, name)) === false)
        .map((name) => ({ requirement, reviewer: name })),
    );
  const seat = seats.find((one) => one.reviewer === reviewer);
  if (round !== null && seat !== undefined) return { round: round.number, ...seat };
  const names = [...new Set(seats.map((one) => one.reviewer))].join(", ");
  throw new CountersignError("not_found", `${id} does not wait for ${reviewer}`, {
    hint: names === "" ? "No machine is waited for." : `It waits for: ${names}`,
  });
}
