import type { OwnedPaths } from "../../content/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { escalationPeople, firstWithoutAuthors, isKnownAgent, isOtherFamily } from "../eligible.ts";
import type { Assignment, Because, RosterEntry, Skip } from "../schema.ts";
import { choosePeers, mayReview } from "./choose-peers.ts";

/** The data from which seats are filled. */
export type Pool = {
  assignment: Assignment;
  policy: Policy;
  roster: readonly RosterEntry[];
  /** Who owns the changed paths, if the policy asks code owners. */
  codeOwners: readonly OwnedPaths[];
  /** Agents that the plan asks in addition to the layers. */
  alreadyAsked: readonly string[];
};

/** The actors that answer a layer, or why none can. */
export type Seat =
  | { who: string[]; human: boolean; because?: Because[]; skip?: never }
  | { skip: Skip["reason"]; detail?: string; human?: never };

const ENTRY = "peers.whenNone";

/**
 * Fills the peer layer: agents of the department that can answer, then reviewers of another model family that the
 * engine can run. Without any, the layer is skipped or passed to a person, according to `peers.whenNone`.
 */
export function peerSeat(quorum: number, pool: Pool): Seat {
  const { assignment, policy, roster } = pool;
  const peers = choosePeers(quorum, assignment, policy, roster);
  const standIns = standInsFor(quorum, peers, pool);
  const none = noneConnected(assignment);
  if (standIns.length > 0) {
    const fact = `${none}; ${standIns.join(", ")} answers instead`;
    return { who: [...peers, ...standIns], human: false, because: [{ entry: ENTRY, fact }] };
  }
  if (peers.length > 0) return { who: peers, human: false };
  if (policy.peers.whenNone !== "person")
    return { skip: "alone", detail: `${none}${whySkipped(pool)}` };
  return {
    who: firstWithoutAuthors([escalationPeople(policy), policy.people.owner], assignment),
    human: true,
    because: [{ entry: ENTRY, fact: `${none}; a person answers instead` }],
  };
}

function standInsFor(quorum: number, peers: readonly string[], pool: Pool): string[] {
  const { assignment, policy, roster, alreadyAsked } = pool;
  if (policy.peers.whenNone !== "reviewer") return [];
  const free = standInReviewers(assignment, policy, roster, alreadyAsked);
  return free.filter((id) => !peers.includes(id)).slice(0, Math.max(0, quorum - peers.length));
}

function noneConnected({ department }: Pick<Assignment, "department">): string {
  const of = department === undefined ? "" : ` of ${department}`;
  return `No other agent${of} is connected as a reviewer of this repository`;
}

function whySkipped({ assignment: { authorFamily }, policy }: Pool): string {
  if (policy.peers.whenNone === "skip") return ". The policy skips the layer then";
  return authorFamily === undefined
    ? ", and the author's model family is not known, so no reviewer is known to be of another one"
    : `, and the engine can run no agent reviewer of another model family than ${authorFamily}`;
}

/**
 * Lists agent reviewers that the engine can run and that may replace a peer: known to be of another model family
 * than the author.
 *
 * Those to avoid come last, then those that the plan asks already; otherwise in registry order.
 */
function standInReviewers(
  assignment: Assignment,
  policy: Policy,
  roster: readonly RosterEntry[],
  alreadyAsked: readonly string[],
): string[] {
  const last = (id: string): number =>
    2 * Number(assignment.avoid.includes(id)) + Number(alreadyAsked.includes(id));
  const order = policy.reviewers.map(({ id }) => id);
  return roster
    .filter(({ reachedBy }) => reachedBy === "engine")
    .filter(({ id, modelFamily }) => {
      return isKnownAgent(id, roster) && isOtherFamily(modelFamily, assignment.authorFamily);
    })
    .filter((entry) => mayReview(entry, assignment, policy))
    .map(({ id }) => id)
    .toSorted((a, b) => last(a) - last(b) || order.indexOf(a) - order.indexOf(b));
}
