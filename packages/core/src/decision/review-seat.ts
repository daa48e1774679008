import type { ActorId } from "../kernel/ids.ts";

/** One actor that answers one requirement. */
export type ReviewSeat = { requirement: string; actor: ActorId };

/** The key of a seat in stored rounds and in the HTTP contract: `requirement actor`. */
export function seatKey({ requirement, actor }: ReviewSeat): string {
  return `${requirement} ${actor}`;
}

export function isSameSeat(one: ReviewSeat, other: ReviewSeat): boolean {
  return one.requirement === other.requirement && one.actor === other.actor;
}

/** Returns true if the review no longer waits for the answer of a seat. */
export function isGivenUp(round: { noResult: readonly string[] }, seat: ReviewSeat): boolean {
  return round.noResult.includes(seatKey(seat));
}
