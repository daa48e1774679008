import { go } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";
import { SIGNS } from "../theme/signs.ts";

type RoundPair = {
  readonly name: string;
  readonly about: string;
  readonly since: number | null;
  readonly until: number | null;
};

/** Any two rounds, those that end with the current one first, and the whole change. */
export function roundPairs(model: Model): RoundPair[] {
  const now = currentView(model)?.round?.number ?? 0;
  const pairs: RoundPair[] = [
    { name: "whole", about: `the whole change of round ${now}`, since: null, until: null },
  ];
  for (let until = now; until > 1; until -= 1) {
    for (let since = until - 1; since >= 1; since -= 1) {
      const name = `${since} ${SIGNS.arrow} ${until}`;
      const about = until === now ? `what came since round ${since}` : "between two earlier rounds";
      pairs.push({ name, about, since, until: until === now ? null : until });
    }
  }
  return pairs;
}

export function chooseRounds(model: Model): Model {
  const pair = roundPairs(model)[model.choice];
  if (pair === undefined) return model;
  const { since, until } = pair;
  const next = go(model, { type: "BACK" });
  return { ...next, diff: { ...next.diff, since, until, at: 0, top: 0, sideways: 0 } };
}
