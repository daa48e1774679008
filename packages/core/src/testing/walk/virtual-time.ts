import { CountersignError } from "../../kernel/errors.ts";
import { durationMs } from "../../policy/words.ts";
import { dueMs } from "../../task/model/due.ts";
import type { TaskEffect } from "../../task/model/effects.ts";
import type { Task } from "../../task/model/state.ts";
import { outstandingOf } from "../../task/review/ask.ts";
import type { Step } from "../../task/step/draft.ts";
import { transition } from "../../task/transition.ts";
import { turnOf } from "../../task/view/turn.ts";
import { SYSTEM } from "../scenario.ts";
import { shownCommand } from "../shown-command.ts";
import type { ShownMove } from "./choose.ts";
import { type Dice, diceOf } from "./dice.ts";
import { checkInvariants } from "./invariants.ts";
import {
  authorMove,
  checkupReviewerMove,
  mergeEndMove,
  personMove,
  reviewerMove,
  type Temper,
  temperOf,
} from "./left-alone.ts";
import { type Move, planCheckupMove, planMove } from "./moves.ts";
import { contextOf, newWorld, type World } from "./world.ts";

/** What a timer was for; each is met when thousands of tasks are left alone. */
export const TIMERS = [
  "lease",
  "rework_lease",
  "checkup",
  "content",
  "machine",
  "person",
  "clarify",
  "hold",
  "merge",
  "grace",
  "merge_retry",
] as const;
export type TimerKind = (typeof TIMERS)[number];

export type Ending = {
  is: "done" | "rejected" | "person";
  fired: readonly TimerKind[];
  tookMs: number;
};

/** Something that will be tried at a moment; what it is, is made when the moment has come. */
type Planned = { atMs: number; order: number; make: () => Move | null };

type Play = {
  world: World;
  dice: Dice;
  temper: Temper;
  agenda: Planned[];
  planned: number;
  authorActs: number;
  /** The author's next act is on the agenda. */
  authorIsUp: boolean;
  personIsLeft: boolean;
  fired: TimerKind[];
};

const BEGIN_MS = 1_000_000;
const SOON_MS = 1_000;
const MAX_STEPS = 2_000;
/** So many reminders to people who never answer are enough to see that there is always one in turn. */
const REMINDERS = 6;

/**
 * Plays a task whose author works and whose reviewers are dead or answer garbage, with nobody but timers
 * to go on, until it has ended or a person is in turn and stays so.
 */
export function playAlone(start: number): Ending {
  const dice = diceOf(start);
  const world = newWorld(dice, (kind) => `text ${kind}`);
  const temper = temperOf(dice);
  const people = { authorActs: 0, authorIsUp: false, personIsLeft: temper.person ?? false };
  const play: Play = { world, dice, temper, agenda: [], planned: 0, ...people, fired: [] };
  let reminders = 0;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const { is } = world.task.phase;
    if (is === "done" || is === "rejected") return endOf(play, is);
    letAuthorAct(play);
    const next = takeNext(play);
    if (next === null) return endOf(play, requirePerson(world.task));
    world.nowMs = Math.max(world.nowMs, next.atMs);
    perform(play, next.make());
    letPersonAct(play);
    reminders = isWithPerson(world.task) ? reminders + 1 : 0;
    if (reminders > REMINDERS) return endOf(play, "person");
  }
  throw new Error(`I6: still ${world.task.phase.is} after ${MAX_STEPS} steps`);
}

/** The one act of a person who is never seen again. */
function letPersonAct(play: Play): void {
  if (!play.personIsLeft || !isWithPerson(play.world.task)) return;
  play.personIsLeft = false;
  perform(play, personMove(play.world, play.dice));
}

function endOf({ world, fired }: Play, is: Ending["is"]): Ending {
  return { is, fired, tookMs: world.nowMs - BEGIN_MS };
}

function isWithPerson(task: Task): boolean {
  const { holder, who } = turnOf(task);
  if (holder !== "person") return false;
  if (who === null) throw new Error(`I6: ${task.phase.is} waits for a person without a name`);
  return true;
}

function requirePerson(task: Task): "person" {
  if (!isWithPerson(task)) throw new Error(`I6: ${task.phase.is}, and no timer is left`);
  return "person";
}

function takeNext(play: Play): Planned | null {
  const [first, ...rest] = play.agenda;
  if (first === undefined) return null;
  const next = rest.reduce((best, one) => (isEarlier(one, best) ? one : best), first);
  play.agenda = play.agenda.filter((one) => one !== next);
  return next;
}

function isEarlier(one: Planned, other: Planned): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}

function plan(play: Play, inMs: number, make: Planned["make"]): void {
  play.planned += 1;
  play.agenda.push({ atMs: play.world.nowMs + inMs, order: play.planned, make });
}

/** Carries a command out, if it is not refused, and plans what it asks the world to do. */
function perform(play: Play, made: Move | null): void {
  if (made === null) return;
  const { world } = play;
  const before = world.task;
  const move = { command: shownCommand(before, made.command), actor: made.actor };
  const kind = kindOf(before, world.nowMs, move);
  const step = attempt(world, move);
  if (step === null) return;
  const { policy, log } = world;
  checkInvariants({ log, before, step, command: move.command, actor: move.actor, policy });
  if (kind !== null) play.fired.push(kind);
  if (move.command.type === "deadline" && step.task.phase.is === "rejected")
    throw new Error("I6: rejected by a timer");
  world.task = step.task;
  world.log.push(...step.log);
  for (const effect of step.effects) follow(play, effect);
  planDeadline(play, dueMs(before));
}

/** The engine acts on a task as soon as its deadline has passed. */
function planDeadline(play: Play, beforeMs: number | null): void {
  const { world } = play;
  const atMs = dueMs(world.task);
  if (atMs === null || atMs === beforeMs) return;
  const move: Move = { command: { type: "deadline" }, actor: SYSTEM };
  plan(play, Math.max(0, atMs - world.nowMs), () => move);
}

function attempt(world: World, { command, actor }: ShownMove): Step | null {
  try {
    return transition(world.task, command, contextOf(world, actor));
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return null;
  }
}

/** What the engine would do for an effect, with reviewers and a merge that may be dead. */
function follow(play: Play, effect: TaskEffect): void {
  const { world, dice, temper } = play;
  switch (effect.do) {
    case "read_content":
      if (temper.reads(dice)) plan(play, SOON_MS, () => planMove(world, dice));
      return;
    case "read_checkup":
      if (temper.reads(dice)) plan(play, SOON_MS, () => planCheckupMove(world, dice));
      return;
    case "ask":
      askMachines(play, effect.requirements, effect.only);
      return;
    case "ask_checkup":
      plan(play, SOON_MS, () => checkupReviewerMove(world, dice, temper));
      return;
    case "merge":
      plan(play, effect.delayMs, () => startMerge(play));
      return;
    case "close_grace":
      plan(play, effect.delayMs, () => ({ command: { type: "close_grace" }, actor: SYSTEM }));
      return;
    default:
  }
}

function askMachines(play: Play, asked: readonly string[], only?: string): void {
  const { world, dice, temper } = play;
  const requirements = world.task.round?.plan?.requirements ?? [];
  for (const { id, who } of requirements.filter((one) => !one.human && asked.includes(one.id)))
    for (const reviewer of who.filter((one) => only === undefined || one === only))
      plan(play, SOON_MS, () => reviewerMove(world, dice, temper, id, reviewer));
}

function startMerge(play: Play): Move {
  plan(play, SOON_MS, () => mergeEndMove(play.world, play.dice));
  return { command: { type: "merge_started" }, actor: SYSTEM };
}

/** An author that holds the turn acts sooner or later: in time or after its lease, and again if it must. */
function letAuthorAct(play: Play): void {
  const { world, dice } = play;
  if (play.authorIsUp || turnOf(world.task).holder !== "agent") return;
  play.authorIsUp = true;
  plan(play, dice.roll(2 * durationMs(world.policy.limits.lease)), () => {
    play.authorIsUp = false;
    play.authorActs += 1;
    return turnOf(world.task).holder === "agent" ? authorMove(world, dice, play.authorActs) : null;
  });
}

/** Which timer a command is, before it is carried out. */
function kindOf(task: Task, nowMs: number, { command }: Move): TimerKind | null {
  const { phase, checkup } = task;
  if (command.type === "close_grace") return "grace";
  if (command.type === "merge_started")
    return phase.is === "approved" && phase.tries > 0 ? "merge_retry" : null;
  if (command.type !== "deadline") return null;
  if (checkup !== null && nowMs >= checkup.deadlineMs && phase.is !== "held") return "checkup";
  switch (phase.is) {
    case "in_progress":
      return "lease";
    case "rework":
      return "rework_lease";
    case "reviewing":
      return reviewTimer(task);
    case "held":
      return phase.kind === "clarify" ? "clarify" : "hold";
    case "merging":
      return "merge";
    default:
      return null;
  }
}

function reviewTimer({ round }: Task): TimerKind {
  if (round === null || round.plan === null) return "content";
  return outstandingOf(round).some(({ human }) => !human) ? "machine" : "person";
}
