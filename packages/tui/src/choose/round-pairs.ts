import { listRoundPairs } from "@countersign/review";
import { go } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";

/** The pairs of rounds of the current task. */
export function roundPairs(model: Model): ReturnType<typeof listRoundPairs> {
  return listRoundPairs(currentView(model)?.round?.number ?? 0);
}

export function chooseRounds(model: Model): Model {
  const pair = roundPairs(model)[model.choice];
  if (pair === undefined) return model;
  const { since, until } = pair;
  const next = go(model, { type: "BACK" });
  return { ...next, diff: { ...next.diff, since, until, at: 0, top: 0, sideways: 0 } };
}
