import { SIGNS } from "../text/signs.ts";

/** Two rounds to compare. */
export type RoundPair = {
  readonly name: string;
  readonly about: string;
  /** Null: the whole change. */
  readonly since: number | null;
  /** Null: the current round. */
  readonly until: number | null;
};

/** The whole change, then every pair of rounds; pairs that end with the current round come first. */
export function listRoundPairs(current: number): RoundPair[] {
  const pairs: RoundPair[] = [
    { name: "whole", about: `the whole change of round ${current}`, since: null, until: null },
  ];
  for (let until = current; until > 1; until -= 1) {
    for (let since = until - 1; since >= 1; since -= 1) {
      const name = `${since} ${SIGNS.arrow} ${until}`;
      const isCurrent = until === current;
      const about = isCurrent ? `what came since round ${since}` : "between two earlier rounds";
      pairs.push({ name, about, since, until: isCurrent ? null : until });
    }
  }
  return pairs;
}
