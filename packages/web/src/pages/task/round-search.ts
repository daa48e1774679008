/** The part of a task's address that names the rounds; `since=0` is the whole change. */
export type RoundSearch = { since?: number; until?: number };

/** Reads the address of a task. Unknown values are ignored, because anyone can write a link. */
export function readRoundSearch({ since, until }: Record<string, unknown>): RoundSearch {
  return {
    ...(typeof since === "number" ? { since } : {}),
    ...(typeof until === "number" ? { until } : {}),
  };
}
