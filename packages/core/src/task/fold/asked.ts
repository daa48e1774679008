import { type ReviewSeat, seatKey } from "../../decision/review-seat.ts";
import type { Round } from "../model/state.ts";

/** The key of the content in `Round.asked`. Other keys are requirements, and seats that a person retried. */
export const CONTENT = "content";

/** Returns how often a requirement, or the content, was asked for. */
export function timesAsked({ asked }: Round, requirement: string): number {
  return asked[requirement] ?? 0;
}

/** Counts another question. A reviewer that is asked again may still answer. */
export function askedAgain(
  round: Round,
  requirements: readonly string[],
  { only, again }: { only: string | undefined; again: true | undefined },
): Round {
  const isSeat = again === true && only !== undefined;
  const names = isSeat
    ? requirements.map((id) => seatKey({ requirement: id, actor: only }))
    : requirements;
  const asked = askedMore(round.asked, names);
  const { unanswered = [], ...rest } = { ...round, asked };
  const left = unanswered.filter(
    ({ requirement, actor }) =>
      !requirements.includes(requirement) || (only !== undefined && only !== actor),
  );
  return left.length === 0 ? rest : { ...rest, unanswered: left };
}

function askedMore(asked: Round["asked"], requirements: readonly string[]): Round["asked"] {
  const more = requirements.map((requirement): [string, number] => [
    requirement,
    (asked[requirement] ?? 0) + 1,
  ]);
  return { ...asked, ...Object.fromEntries(more) };
}

/** Removes requirements from the asked ones. */
export function notAsked(asked: Round["asked"], requirements: readonly string[]): Round["asked"] {
  if (requirements.length === 0) return asked;
  return Object.fromEntries(Object.entries(asked).filter(([id]) => !requirements.includes(id)));
}

/** Returns how often a person retried one reviewer. */
export function timesRetried({ asked }: Pick<Round, "asked">, seat: ReviewSeat): number {
  return asked[seatKey(seat)] ?? 0;
}
