import { outstandingOf } from "../../task/review/ask.ts";
import { turnOf } from "../../task/view/turn.ts";
import type { Opinion } from "../../verdict/schema.ts";
import { SYSTEM } from "../scenario.ts";
import type { Dice } from "./dice.ts";
import {
  approveMove,
  checkupVerdictMove,
  type Move,
  redoMove,
  submitMove,
  verdictMove,
} from "./moves.ts";
import { actorOf, type World } from "./world.ts";

/** How a task's surroundings behave: how much of the content is read, and who answers how. */
export type Temper = {
  reads(dice: Dice): boolean;
  reviewer(dice: Dice): "dead" | "garbage" | "answers";
  /** What those who answer mean; anything if it is left out. */
  opinion?: (dice: Dice) => Opinion;
  /** A person acts once, early, and is never seen again. */
  person?: boolean;
};

const DEAD: Temper = { reads: (dice) => dice.chance(50), reviewer: () => "dead" };
const GARBAGE: Temper = {
  reads: () => true,
  reviewer: (dice) => dice.pick(["dead", "garbage", "garbage"] as const),
};
/** Machines that answer, so that the task comes as far as people and merges. */
const ALIVE: Temper = {
  reads: () => true,
  reviewer: (dice) => dice.pick(["answers", "answers", "answers", "answers", "dead"] as const),
};
const CALM: Temper = { ...ALIVE, reviewer: () => "answers", opinion: () => "approved" };
const DIVIDED: Temper = {
  ...CALM,
  opinion: (dice) => dice.pick(["concerns", "concerns", "approved"] as const),
};

export function temperOf(dice: Dice): Temper {
  const temper = dice.pick([DEAD, DEAD, GARBAGE, ALIVE, CALM, DIVIDED, DIVIDED] as const);
  return { ...temper, person: dice.chance(30) };
}

/** What a person does once: approves what waits for them, or sends it back. */
export function personMove(world: World, dice: Dice): Move | null {
  const who = turnOf(world.task).who ?? "ana";
  const waiting = world.task.round === null ? [] : outstandingOf(world.task.round);
  const asked = waiting.find(({ human }) => human);
  if (asked !== undefined && dice.chance(70)) return approveMove(world, asked.id, actorOf(who));
  return redoMove(world, dice, actorOf("ana"));
}

/** A reviewer's answer; garbage is for another tree, or given by somebody who was not asked. */
export function reviewerMove(
  world: World,
  dice: Dice,
  temper: Temper,
  requirement: string,
  reviewer: string,
): Move | null {
  const how = temper.reviewer(dice);
  if (how === "dead") return null;
  const opinion = temper.opinion?.(dice);
  const move = verdictMove(world, dice, requirement, actorOf(reviewer), opinion);
  if (how === "answers" || move.command.type !== "record_verdict") return move;
  return dice.chance(50)
    ? { ...move, command: { ...move.command, tree: "f".repeat(40) } }
    : { ...move, actor: actorOf("stranger") };
}

export function checkupReviewerMove(world: World, dice: Dice, temper: Temper): Move | null {
  return temper.reviewer(dice) === "answers" ? checkupVerdictMove(world, dice) : null;
}

/** A merge that was begun succeeds, fails, or is never heard of again. */
export function mergeEndMove(world: World, dice: Dice): Move | null {
  const tree = world.task.round?.content.tree ?? "1".repeat(40);
  if (dice.chance(20)) return { command: { type: "merged", tree }, actor: SYSTEM };
  if (dice.chance(40)) return null;
  const kind = dice.pick(["race", "network", "dirty", "conflict", "moved"] as const);
  return { command: { type: "merge_failed", kind, detail: "", files: [] }, actor: SYSTEM };
}

const PATIENCE = 6;

/** What an author does when it is its turn; after a while it always submits. */
export function authorMove(world: World, dice: Dice, acts: number): Move | null {
  const author = actorOf(world.task.assignee ?? "agent-1");
  if (acts > PATIENCE || dice.chance(50)) return submitMove(world, dice, author);
  if (dice.chance(30)) return null;
  if (world.task.phase.is === "open" || world.task.phase.is === "rework")
    return { command: { type: "claim" }, actor: author };
  const trigger = dice.pick(["milestone", "blocker", "request_review", "silence"] as const);
  return { command: { type: "report_event", trigger, summary: "" }, actor: author };
}
