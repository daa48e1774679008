import { ownEntry } from "../../kernel/own-entry.ts";
import { isAgentOf } from "../../policy/actor-names.ts";
import type { Policy } from "../../policy/policy.ts";
import { firstWithoutAuthors, isKnownAgent, substitutesOf } from "../eligible.ts";
import { agentTerms, personTerms, type RequirementDraft } from "../requirement.ts";
import type { Assignment, Because, RosterEntry, Skip } from "../schema.ts";
import { codeOwnerSeat } from "./code-owner-seat.ts";
import { type LayerAsk, stricterTerms } from "./layer-asks.ts";
import { type Pool, peerSeat, type Seat } from "./peer-seat.ts";

/** What else decides who answers. Default: nothing. */
type LayerInputs = {
  alreadyAsked?: Pool["alreadyAsked"];
  codeOwners?: Pool["codeOwners"] | undefined;
};

/**
 * Finds the actors that answer each layer.
 *
 * Only an actor that can answer gets a seat: a person, or an agent of the roster. A layer that no actor can
 * answer is skipped with its reason or passed to a person. If an author's statement leaves a head's layer without
 * a person, the owner answers it, so that omitting the department avoids nothing. Consecutive layers of one
 * person become one requirement. Authors answer only `self`.
 */
export function resolveLayers(
  asks: readonly LayerAsk[],
  assignment: Assignment,
  policy: Policy,
  roster: readonly RosterEntry[],
  { alreadyAsked = [], codeOwners = [] }: LayerInputs = {},
): { drafts: RequirementDraft[]; skipped: Skip[] } {
  const drafts: RequirementDraft[] = [];
  const skipped: Skip[] = [];
  const pool = { assignment, policy, roster, alreadyAsked, codeOwners };
  const isHeadPerson = headSeat(pool).human === true;
  const isAuthors = assignment.statedBy === "author";
  for (const ask of isAuthors && !isHeadPerson ? escalateHead(asks) : asks) {
    const seat = seatOf(ask, pool);
    if (seat.skip === undefined) drafts.push(draftOf(ask, seat, policy));
    else {
      const detail = seat.detail === undefined ? {} : { detail: seat.detail };
      skipped.push({ layer: ask.layer, reason: seat.skip, ...detail, because: ask.because[0] });
    }
  }
  return { drafts: mergeConsecutiveLayers(drafts), skipped };
}

function seatOf({ layer, quorum }: LayerAsk, pool: Pool): Seat {
  switch (layer) {
    case "self":
      return selfSeat(pool);
    case "peer":
      return codeOwnerSeat(pool) ?? peerSeat(quorum, pool);
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

function headSeat(pool: Pool): Seat {
  const { assignment, policy } = pool;
  const department = ownEntry(policy.departments, assignment.department);
  if (department === undefined) return { skip: "department_unknown" };
  const { csuite, owner } = policy.people;
  const head = [department.head];
  return firstAble(
    [head, substitutesOf(head, policy), csuite, owner],
    `departments.${assignment.department}.head`,
    pool,
  );
}

function csuiteSeat(pool: Pool): Seat {
  const { csuite, owner } = pool.policy.people;
  return firstAble([csuite, substitutesOf(csuite, pool.policy), owner], "people.csuite", pool);
}

/** Returns the first group with an actor who can answer. In a group with people, agents are left out. */
function firstAble(
  groups: readonly [readonly string[], ...(readonly string[])[]],
  entry: string,
  { assignment, policy, roster }: Pool,
): Seat {
  const able = groups.map((group) => {
    const people = group.filter((id) => !isAgentOf(id, policy) && !assignment.authors.includes(id));
    return people.length > 0 ? people : group.filter((id) => isKnownAgent(id, roster));
  });
  const who = firstWithoutAuthors(able, assignment);
  const [first] = groups;
  const absent = first.filter((id) => isAgentOf(id, policy) && !isKnownAgent(id, roster));
  const isPassedOn = absent.length > 0 && !first.some((id) => who.includes(id));
  const because = {
    entry,
    fact: `${absent.join(", ")} cannot answer now, so ${who.join(", ")} does`,
  };
  return {
    who,
    human: !who.every((id) => isAgentOf(id, policy)),
    ...(isPassedOn ? { because: [because] } : {}),
  };
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
  { who, human, because: seated = [] }: { who: string[]; human: boolean; because?: Because[] },
  { limits, onUnavailable }: Policy,
): RequirementDraft {
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
    because: [...because, ...seated],
  };
}

/** Merges consecutive layers of one person into one requirement. */
export function mergeConsecutiveLayers(drafts: readonly RequirementDraft[]): RequirementDraft[] {
  return drafts.reduce<RequirementDraft[]>(mergeWithLast, []);
}

/** Keeps `self` separate: a submission answers it, and must never answer more. */
function mergeWithLast(
  drafts: readonly RequirementDraft[],
  next: RequirementDraft,
): RequirementDraft[] {
  const last = drafts.at(-1);
  if (last === undefined || last.kind === "self" || next.kind === "self" || !isSameOne(last, next))
    return [...drafts, next];
  const { satisfiedBy: _unlessBoth, ...terms } = last.human ? last : next;
  const merged: RequirementDraft = {
    ...terms,
    ...stricterTerms(last, next),
    id: next.id,
    kind: next.kind,
    layers: [...last.layers, ...next.layers],
    because: [...last.because, ...next.because],
  };
  return [...drafts.slice(0, -1), merged];
}

function isSameOne(a: RequirementDraft, b: RequirementDraft): boolean {
  return a.who.length === 1 && b.who.length === 1 && a.who[0] === b.who[0];
}

/** Makes the owner answer for the head of an unknown department: one question, with the stricter terms. */
function escalateHead(asks: readonly LayerAsk[]): LayerAsk[] {
  const head = asks.find(({ layer }) => layer === "department_head");
  if (head === undefined) return [...asks];
  const [{ entry, fact }, ...others] = head.because;
  const because = { entry, fact: `${fact}; no department with a head was stated` };
  const moved: LayerAsk = {
    ...head,
    layer: "owner",
    covers: ["department_head"],
    because: [because, ...others],
  };
  const rest = asks.filter((ask) => ask !== head);
  if (!rest.some(({ layer }) => layer === "owner")) return [...rest, moved];
  return rest.map((ask) => {
    if (ask.layer !== "owner") return ask;
    const { satisfiedBy: _unlessBoth, ...owner } = ask;
    return {
      ...owner,
      ...stricterTerms(moved, ask),
      covers: ["department_head"],
      because: [...moved.because, ...ask.because],
    };
  });
}
