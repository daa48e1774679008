import { isAgentOf } from "../policy/actor-names.ts";
import type { Policy } from "../policy/policy.ts";
import { choosePeers } from "./choose-peers.ts";
import { firstWithoutAuthors, substitutesOf } from "./eligible.ts";
import { escalateHead } from "./escalate-head.ts";
import { type LayerAsk, stricterTerms } from "./layer-asks.ts";
import { ownEntry } from "./own-entry.ts";
import { agentTerms, type Draft, personTerms } from "./requirement.ts";
import type { Assignment, RosterEntry, Skip } from "./schema.ts";

type Pool = { assignment: Assignment; policy: Policy; roster: readonly RosterEntry[] };

/** Who answers a layer, or why nobody can. */
type Seat =
  | { who: string[]; human: boolean; skip?: never }
  | { skip: Skip["reason"]; human?: never };

/**
 * Finds who answers each layer.
 *
 * A layer that nobody can answer is skipped with its reason. A head's layer that an author's word leaves without
 * a person is the owner's: silence about the department spares nothing. Consecutive layers of one person become one
 * requirement. Authors answer `self` and nothing else.
 */
export function resolveLayers(
  asks: readonly LayerAsk[],
  assignment: Assignment,
  policy: Policy,
  roster: readonly RosterEntry[],
): { drafts: Draft[]; skipped: Skip[] } {
  const drafts: Draft[] = [];
  const skipped: Skip[] = [];
  const pool = { assignment, policy, roster };
  const isHeadPerson = headSeat(pool).human === true;
  const isAuthors = assignment.statedBy === "author";
  for (const ask of isAuthors && !isHeadPerson ? escalateHead(asks) : asks) {
    const seat = seatOf(ask, pool);
    if (seat.skip === undefined) drafts.push(draftOf(ask, seat, policy));
    else skipped.push({ layer: ask.layer, reason: seat.skip, because: ask.because[0] });
  }
  return { drafts: drafts.reduce(mergeWithLast, []), skipped };
}

function seatOf({ layer, quorum }: LayerAsk, pool: Pool): Seat {
  switch (layer) {
    case "self":
      return selfSeat(pool);
    case "peer":
      return peerSeat(quorum, pool);
    case "department_head":
      return headSeat(pool);
    case "csuite":
      return csuiteSeat(pool);
    case "owner":
      return ownerSeat(pool);
  }
}

function selfSeat({ assignment: { assignee } }: Pool): Seat {
  return assignee === null ? { skip: "no_assignee" } : { who: [assignee], human: false };
}

function peerSeat(quorum: number, { assignment, policy, roster }: Pool): Seat {
  const peers = choosePeers(quorum, assignment, policy, roster);
  return peers.length === 0 ? { skip: "alone" } : { who: peers, human: false };
}

function headSeat({ assignment, policy }: Pool): Seat {
  const department = ownEntry(policy.departments, assignment.department);
  if (department === undefined) return { skip: "department_unknown" };
  const { csuite, owner } = policy.people;
  const head = [department.head];
  const who = firstWithoutAuthors([head, substitutesOf(head, policy), csuite, owner], assignment);
  return { who, human: !who.every((id) => isAgentOf(id, policy)) };
}

function csuiteSeat({ assignment, policy }: Pool): Seat {
  const { csuite, owner } = policy.people;
  const who = firstWithoutAuthors([csuite, substitutesOf(csuite, policy), owner], assignment);
  return { who, human: !who.every((id) => isAgentOf(id, policy)) };
}

function ownerSeat({ assignment, policy }: Pool): Seat {
  const { owner } = policy.people;
  return {
    who: firstWithoutAuthors([owner, substitutesOf(owner, policy)], assignment),
    human: true,
  };
}

function draftOf(
  { layer, covers = [], because, quorum, delivery, satisfiedBy }: LayerAsk,
  { who, human }: { who: string[]; human: boolean },
  { limits, onUnavailable }: Policy,
): Draft {
  return {
    id: `layer:${layer}`,
    kind: layer,
    table: "chain",
    who,
    human,
    quorum,
    delivery,
    ...(satisfiedBy === undefined ? {} : { satisfiedBy }),
    onUnavailable,
    ...(human ? personTerms(limits) : agentTerms(limits)),
    layers: [...covers, layer],
    because,
  };
}

/** `self` stays apart: handing work in answers it, and must never answer more. */
function mergeWithLast(drafts: readonly Draft[], next: Draft): Draft[] {
  const last = drafts.at(-1);
  if (last === undefined || last.kind === "self" || next.kind === "self" || !isSameOne(last, next))
    return [...drafts, next];
  const { satisfiedBy: _unlessBoth, ...terms } = last.human ? last : next;
  const merged: Draft = {
    ...terms,
    ...stricterTerms(last, next),
    id: next.id,
    kind: next.kind,
    layers: [...last.layers, ...next.layers],
    because: [...last.because, ...next.because],
  };
  return [...drafts.slice(0, -1), merged];
}

function isSameOne(a: Draft, b: Draft): boolean {
  return a.who.length === 1 && b.who.length === 1 && a.who[0] === b.who[0];
}
