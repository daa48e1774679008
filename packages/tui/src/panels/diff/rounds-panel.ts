import { listRoundPairs } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { type ModelStep, withoutEffects } from "../../model/step.ts";
import { currentView } from "../../model/tasks.ts";
import { defineChoicePanel } from "../../panel/choice-panel.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { diffState } from "./diff-state.ts";

/** Selects the two rounds to compare. */
export const roundsPanel = defineChoicePanel({
  id: "rounds",
  title: "ROUNDS",
  name: "Rounds to compare",
  choices: (model) => roundPairs(model).map(({ name, about }) => [name, about]),
  choose: chooseRounds,
});

function roundPairs(model: Model): ReturnType<typeof listRoundPairs> {
  return listRoundPairs(currentView(model)?.round?.number ?? 0);
}

function chooseRounds(model: Model, index: number): ModelStep {
  const pair = roundPairs(model)[index];
  if (pair === undefined) return withoutEffects(model);
  const { since, until } = pair;
  const next = diffState.change(navigateWithGuard(model, { type: "BACK" }), {
    at: 0,
    top: 0,
    sideways: 0,
  });
  return withoutEffects({ ...next, review: { ...next.review, since, until } });
}
