import { CountersignError, isGivenUp, seatKey, type TaskView } from "@countersign/api";
import type { EnginePort } from "../data/engine-port.ts";
import { ON_TOUR, type TourStore } from "./create-tour-store.ts";

type Body = { requirement: string; reviewer: string };

/** Implements reviewers of a tour: they never answer, but can be restarted or cancelled. */
export function tourReviewers(
  store: TourStore,
): Pick<EnginePort, "retryReviewer" | "cancelReviewer" | "requestReview"> {
  return {
    requestReview: async ({ task }) => store.write(task, {}, "asked for a further review"),
    retryReviewer: async ({ task, body }) => {
      waitingRound(store.keep(task).view, body);
      return store.write(task, {}, `asked ${body.reviewer} again`);
    },
    cancelReviewer: async ({ task, body }) => {
      const round = waitingRound(store.keep(task).view, body);
      const noResult = [
        ...round.noResult,
        seatKey({ requirement: body.requirement, actor: body.reviewer }),
      ];
      const turn = { holder: "person", who: ON_TOUR } as const;
      const change = { round: { ...round, noResult }, turn };
      return store.write(task, change, `no result of ${body.reviewer}`);
    },
  };
}

function waitingRound({ id, round }: TaskView, { requirement, reviewer }: Body) {
  const found = round?.requirements.find((one) => one.id === requirement);
  const isSkipped = round !== null && isGivenUp(round, { requirement, actor: reviewer });
  if (round === null || isSkipped || found?.status !== "waiting" || !found.who.includes(reviewer))
    throw new CountersignError("wrong_state", `${id} is not waiting for ${reviewer}`);
  return round;
}
