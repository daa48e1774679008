/** The progress of the work: `task.attempt` and the number of the round that the author works on or submitted. */
export type RoundStanding = { round: number; attempt: number; attemptLimit: number };

/** Returns `round 2 of 3` while round and attempt agree, else `round 4, attempt 2 of 3`. */
export function roundLabel({ round, attempt, attemptLimit }: RoundStanding): string {
  if (round === attempt) return `round ${round} of ${attemptLimit}`;
  return `round ${round}, attempt ${attempt} of ${attemptLimit}`;
}
