import type { OwnedPaths } from "../../content/schema.ts";
import { isAgentOf } from "../../policy/actor-names.ts";
import { firstWithoutAuthors, substitutesOf } from "../eligible.ts";
import type { Pool, Seat } from "./peer-seat.ts";

const ENTRY = "CODEOWNERS";

/**
 * Fills the peer layer with the people who own every owned path of the change. If no person owns all of them, the
 * owner of the repository answers instead. Null if the change touches no path that has an owner.
 */
export function codeOwnerSeat({ assignment, policy, codeOwners }: Pool): Seat | null {
  const [first, ...others] = codeOwners;
  if (first === undefined) return null;
  const common = first.people
    .filter((id) => others.every(({ people }) => people.includes(id)))
    .filter((id) => !isAgentOf(id, policy));
  const { owner } = policy.people;
  const who = firstWithoutAuthors([common, owner, substitutesOf(owner, policy)], assignment);
  const isOwner = who.every((id) => common.includes(id));
  const fact = isOwner ? ownedText(first, others) : passedOnText(first, others, who);
  return { who, human: true, because: [{ entry: ENTRY, fact }] };
}

function ownedText({ line, path }: OwnedPaths, others: readonly OwnedPaths[]): string {
  if (others.length === 0) return `line ${line} names the owners of ${path}`;
  return `lines ${[line, ...others.map((other) => other.line)].join(", ")} name the owners`;
}

function passedOnText(first: OwnedPaths, others: readonly OwnedPaths[], who: string[]): string {
  const nameless = [first, ...others].find(({ people }) => people.length === 0);
  const why =
    nameless === undefined
      ? "no other person owns all changed paths"
      : `no person is known for the owners of ${nameless.path} (${nameless.unknown.join(", ")})`;
  return `${why}, so ${who.join(", ")} answers`;
}
