import { isSameName } from "../kernel/name-key.ts";
import { ownEntry } from "../kernel/own-entry.ts";
import { NO_REVIEWER } from "../plan/eligible.ts";
import { findMachine } from "../plan/machines/machine.ts";
import type { Plan, Requirement } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import type { Verdict } from "../verdict/schema.ts";
import type { DecisionInput } from "./input.ts";
import { isGivenUp } from "./review-seat.ts";
import type { Reason, Row } from "./schema.ts";

/** The answers to one requirement that count, with the derived numbers. */
export type Weighed = {
  requirement: Requirement;
  /** The actors whose answers the requirement accepts. */
  asked: readonly string[];
  /** Counted answers, one per seat, sorted by actor. */
  answers: readonly Verdict[];
  /** The answers with an opinion, without abstentions. */
  given: readonly Verdict[];
  /** The opinions of reviewers that saw the whole change. Only these fill the quorum. */
  whole: readonly Verdict[];
  /** Answers that a person set aside. Each reduces the quorum by one. */
  setAside: readonly Verdict[];
  /** Number of opinions that satisfy the requirement now. */
  quorum: number;
  /** Reviewers whose answer is outstanding and would count. */
  expected: readonly string[];
};

/** Applies the trust table to every verdict. Verdicts that do not count stay as evidence. */
export function weigh(
  input: DecisionInput,
  requirements: readonly Requirement[],
): { weighed: Weighed[]; reasons: Reason[] } {
  const byRequirement = Map.groupBy(input.verdicts.items, (verdict) => verdict.requirement);
  const seats: Seats = { input, seated: new Set(), dropped: droppedVerdicts(input.round) };
  const reasons: Reason[] = [];
  const weighed = requirements.map((requirement) => {
    const standing: Verdict[] = [];
    const dropped: Verdict[] = [];
    for (const verdict of inOrder(byRequirement.get(requirement.id) ?? [])) {
      const row = rowOf(verdict, requirement, seats);
      if (row === null) standing.push(verdict);
      else reasons.push(trustReason(row, verdict));
      if (row === "trust_set_aside") dropped.push(verdict);
    }
    return settle(requirement, standing, dropped, seats);
  });
  return { weighed, reasons };
}

/** Returns the row that keeps a verdict from counting. Null if none does. */
function rowOf(verdict: Verdict, requirement: Requirement, seats: Seats): Row | null {
  const distrust =
    distrusted(verdict, requirement, seats.input) ?? secondApproval(verdict, requirement, seats);
  if (distrust !== null) return distrust;
  return seats.dropped.has(verdict.id) ? "trust_set_aside" : null;
}

/** The data for filling the seats of a plan. */
type Seats = {
  input: DecisionInput;
  /** Actors that have given an opinion on a layer of the chain. */
  seated: Set<string>;
  /** Verdicts that a person set aside. */
  dropped: ReadonlySet<string>;
};

function droppedVerdicts({ resolutions }: DecisionInput["round"]): Set<string> {
  return new Set(
    resolutions.flatMap((resolution) =>
      resolution.do === "set_aside" ? [resolution.verdict] : [],
    ),
  );
}

/** Returns why a verdict does not count for a requirement. Null if it does. */
export function distrusted(
  verdict: Pick<Verdict, "by" | "byKind" | "round" | "tree" | "engineRun">,
  requirement: Requirement,
  input: Pick<DecisionInput, "task" | "policy" | "plan"> & {
    round: Pick<DecisionInput["round"], "number" | "tree" | "resolutions" | "turns">;
  },
): Row | null {
  const { task, round, policy } = input;
  if (verdict.round !== round.number || verdict.tree !== round.tree) return "trust_other_content";
  if (requirement.kind !== "self" && task.authors.includes(verdict.by)) return "trust_author";
  if (verdict.by === NO_REVIEWER || seatOf(verdict.by, requirement, input) === null)
    return "trust_not_asked";
  if (requirement.human && verdict.byKind !== "human") return "trust_not_human";
  if (isMachineOf(verdict.by, requirement, input) && !isOwnRun(verdict, requirement, input))
    return "trust_not_engine";
  if (verdict.byKind === "human" && isBarred(verdict.by, task, policy)) return "trust_sponsor";
  return null;
}

/**
 * Returns true for the engine's own checks and reviewers: a credential of the same name does not answer for them.
 * An author of that name still answers `self` for its own work.
 */
function isMachineOf(
  actor: string,
  requirement: Requirement,
  { plan, policy }: { plan: Plan | null; policy: Policy },
): boolean {
  if (requirement.human || requirement.kind === "self") return false;
  return isCheckOf(actor, requirement, policy) || plan?.engineRun?.includes(actor) === true;
}

function isCheckOf(actor: string, { id }: Requirement, policy: Policy): boolean {
  return id === `check:${actor}` || findMachine(actor, policy).kind === "check";
}

/** Only results of the engine have the kind of a check and the mark of a run. */
function isOwnRun(
  { by, byKind, engineRun }: Pick<Verdict, "by" | "byKind" | "engineRun">,
  requirement: Requirement,
  { policy }: { policy: Policy },
): boolean {
  return isCheckOf(by, requirement, policy) ? byKind === "check" : engineRun === true;
}

/** The sponsors of the agents, and the people behind the commits. */
export type Involved = Pick<DecisionInput["task"], "sponsor" | "sponsors" | "committers">;

/** Returns true for a sponsor of an agent, and for a person who authored or committed its commits. */
export function isSponsor(
  actor: string,
  { sponsor, sponsors = [], committers }: Involved,
): boolean {
  const involved =
    sponsor === null ? [...sponsors, ...committers] : [sponsor, ...sponsors, ...committers];
  return involved.some((name) => isSameName(name, actor));
}

/** With four eyes, returns true for the people behind the work, who may not approve any of it. */
export function isBarred(actor: string, task: Involved, { trust }: Pick<Policy, "trust">): boolean {
  return trust.separation === "four_eyes" && isSponsor(actor, task);
}

/**
 * Returns the actors whose answers a requirement accepts: those of the plan and those that a person named since.
 */
export function asked(
  requirement: Requirement,
  resolutions: DecisionInput["round"]["resolutions"],
): readonly string[] {
  if (resolutions.length === 0) return requirement.who;
  const named = resolutions.flatMap((resolution) =>
    resolution.do === "name_reviewer" && resolution.requirement === requirement.id
      ? [resolution.reviewer]
      : [],
  );
  return [...new Set([...requirement.who, ...named])];
}

/**
 * Returns the seat of an actor: their own, or that of a person whose turn has moved to them. Null if there is
 * none.
 */
export function seatOf(
  actor: string,
  requirement: Requirement,
  {
    round,
    policy,
  }: Pick<DecisionInput, "policy"> & {
    round: Pick<DecisionInput["round"], "resolutions" | "turns">;
  },
): string | null {
  const seats = asked(requirement, round.resolutions);
  if (seats.includes(actor)) return actor;
  if (!requirement.human || !round.turns.includes(actor)) return null;
  const { substitutes } = policy.people;
  return seats.find((seat) => ownEntry(substitutes, seat)?.includes(actor)) ?? null;
}

/**
 * One actor satisfies only one layer; merged layers count as one. The actor may still object to another layer.
 */
function secondApproval(
  { by, opinion }: Pick<Verdict, "by" | "opinion">,
  requirement: Requirement,
  { seated }: Seats,
): Row | null {
  if (requirement.table !== "chain" || opinion !== "approved") return null;
  return seated.has(by) ? "trust_one_layer" : null;
}

function settle(
  requirement: Requirement,
  standing: readonly Verdict[],
  dropped: readonly Verdict[],
  seats: Seats,
): Weighed {
  const { turns } = seats.input.round;
  const seat: SeatOf =
    turns.length === 0 ? ownSeat : (actor) => seatOf(actor, requirement, seats.input);
  const answers = worstOfEach(standing, seat);
  const setAside =
    dropped.length === 0
      ? dropped
      : worstOfEach(dropped, seat).filter(({ by }) => !isAt(answers, seat(by), seat));
  const given = answers.some(isAbstained) ? answers.filter((v) => !isAbstained(v)) : answers;
  const whole = given.some(isPartial) ? given.filter((verdict) => !isPartial(verdict)) : given;
  const people = asked(requirement, seats.input.round.resolutions);
  const expected = people.filter(
    (actor) =>
      !isAt(answers, actor, seat) &&
      !isAt(setAside, actor, seat) &&
      mayStillAnswer(actor, requirement, seats),
  );
  if (requirement.table === "chain") for (const { by } of given) seats.seated.add(by);
  const quorum = Math.max(0, requirement.quorum - setAside.length);
  return { requirement, asked: people, answers, given, whole, setAside, quorum, expected };
}

function isAbstained({ opinion }: Verdict): boolean {
  return opinion === "abstained";
}

/** Returns true for an answer of a reviewer that did not see the whole change. */
export function isPartial({ notShownWhole }: Verdict): boolean {
  return notShownWhole !== undefined;
}

type SeatOf = (actor: string) => string | null;

/** Before any turn has moved, every actor answers for its own seat. */
const ownSeat: SeatOf = (actor) => actor;

function isAt(verdicts: readonly Verdict[], taken: string | null, seat: SeatOf): boolean {
  return verdicts.some(({ by }) => seat(by) === taken);
}

/** Returns true if an answer of the actor could still count. Otherwise the review would wait forever. */
function mayStillAnswer(actor: string, requirement: Requirement, seats: Seats): boolean {
  const { number, tree, noResult } = seats.input.round;
  if (isGivenUp({ noResult }, { requirement: requirement.id, actor })) return false;
  const isCheck = !requirement.human && isCheckOf(actor, requirement, seats.input.policy);
  const answer = { by: actor, round: number, tree, opinion: "approved", engineRun: true } as const;
  const seat = { ...answer, byKind: isCheck ? "check" : "human" } as const;
  return (
    distrusted(seat, requirement, seats.input) === null &&
    secondApproval(seat, requirement, seats) === null
  );
}

const WORST_FIRST = ["blocker", "concerns", "approved", "abstained"];

/** Sorts by actor, worst answer first, so that the order of arrival does not matter. */
function inOrder(verdicts: readonly Verdict[]): readonly Verdict[] {
  if (verdicts.length < 2) return verdicts;
  return verdicts.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function sortKey({ by, opinion, id }: Verdict): string {
  return `${by} ${WORST_FIRST.indexOf(opinion)} ${id}`;
}

/** Returns one answer per seat: of a person and their substitute, the worse one. */
function worstOfEach(verdicts: readonly Verdict[], seat: SeatOf): readonly Verdict[] {
  if (verdicts.length < 2) return verdicts;
  const worst = new Map<string | null, Verdict>();
  for (const verdict of verdicts) {
    const known = worst.get(seat(verdict.by));
    if (known === undefined || badness(verdict) < badness(known))
      worst.set(seat(verdict.by), verdict);
  }
  return verdicts.filter((verdict) => worst.get(seat(verdict.by)) === verdict);
}

function badness({ opinion }: Verdict): number {
  return WORST_FIRST.indexOf(opinion);
}

function trustReason(row: Row, verdict: Verdict): Reason {
  return {
    table: "trust",
    row,
    effect: null,
    requirement: verdict.requirement,
    inputs: { verdict: verdict.id, by: verdict.by, opinion: verdict.opinion },
  };
}
