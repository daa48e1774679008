import { changeKey } from "../data/data.ts";
import type { Need } from "../data/need.ts";
import type { Model } from "../model/model.ts";

/**
 * Lists the needs of every panel of the current task: its change, the compared rounds, and the
 * author's time.
 */
export function taskNeeds({ data, review }: Model): Need[] {
  const { current: task, since, until } = review;
  const round = currentRound({ data, review });
  if (task === null || round === null) return [];
  const needs: Need[] = [];
  const wanted = [
    { since: null, until: null },
    { since, until },
  ];
  for (const one of wanted) {
    const key = changeKey(task, one.until ?? round, one.since);
    if (!data.changes.has(key) && needs.every((need) => need.key !== `change ${key}`))
      needs.push({ is: "change", task, round, ...one, key: `change ${key}` });
  }
  if (!data.durations.has(`${task} ${round}`))
    needs.push({ is: "duration", task, round, key: `duration ${task} ${round}` });
  return needs;
}

/** Returns the round of the current task; null while it is not loaded, or nothing was submitted. */
function currentRound({ data, review }: Pick<Model, "data" | "review">): number | null {
  const task = review.current;
  return task === null ? null : (data.views.get(task)?.round?.number ?? null);
}
