import type { Actor } from "../../task/model/context.ts";
import { contentOf } from "../facts-of.ts";
import { person, planner, SYSTEM } from "../scenario.ts";
import type { SentCommand } from "../shown-command.ts";
import type { Dice } from "./dice.ts";
import {
  answerMove,
  approveMove,
  checkupVerdictMove,
  disposeMove,
  type Move,
  noResultMove,
  oneReviewerMove,
  planCheckupMove,
  planMove,
  redoMove,
  releaseMove,
  submitMove,
  verdictMove,
} from "./moves.ts";
import { ACTORS, actorOf, TREES, type World } from "./world.ts";

export type Maker = (world: World, dice: Dice) => Move | null;

const owner = (dice: Dice): Actor => person(dice.pick(["ana", "ben"] as const));
const author = (world: World, dice: Dice): Actor =>
  actorOf(world.task.assignee ?? dice.pick(["agent-1", "agent-2"] as const));
const simple = (command: SentCommand, actor: Actor): Move => ({ command, actor });
const system =
  (command: SentCommand): Maker =>
  () =>
    simple(command, SYSTEM);

export const claim: Maker = (world, dice) => simple({ type: "claim" }, author(world, dice));
export const submit: Maker = (world, dice) => submitMove(world, dice, author(world, dice));
export const redo: Maker = (world, dice) => redoMove(world, dice, owner(dice));
export const reject: Maker = (world, dice) =>
  simple({ type: "reject", reason: world.text(3) || "no" }, owner(dice));
export const override: Maker = (world, dice) =>
  simple({ type: "override", reason: world.text(4) || "now" }, owner(dice));
export const cancel: Maker = (world, dice) =>
  simple(
    { type: "cancel", reason: world.text(5) || "gone" },
    world.task.phase.is === "open" && dice.chance(50) ? planner("plan-agent") : owner(dice),
  );
export const undo: Maker = (world) =>
  world.task.grace === null ? null : simple({ type: "undo" }, person(world.task.grace.by));
export const dispose: Maker = (world, dice) =>
  world.task.findings.length === 0
    ? null
    : disposeMove(world, dice, dice.chance(50) ? author(world, dice) : owner(dice));
export const changeMode: Maker = (_world, dice) =>
  simple(
    { type: "change_mode", mode: dice.pick(["per-task", "batch", "auto", "skip"] as const) },
    dice.pick(ACTORS),
  );
export const oneReviewer: Maker = (world, dice) =>
  oneReviewerMove(world, dice, dice.chance(80) ? owner(dice) : dice.pick(ACTORS));
export const requestReview: Maker = (_world, dice) =>
  simple(
    {
      type: "request_review",
      reviewer: dice.pick([null, null, "codex", "gemini", "ceo", "nobody-else"]),
    },
    dice.chance(60) ? owner(dice) : dice.pick(ACTORS),
  );
export const report: Maker = (world, dice) =>
  simple(
    {
      type: "report_event",
      trigger: dice.pick(["milestone", "blocker", "request_review", "manual", "silence"] as const),
      summary: world.text(6),
    },
    author(world, dice),
  );
export const release: Maker = (world, dice) => releaseMove(world, dice);
export const answer: Maker = (world, dice) => answerMove(world, dice);
export const reopen: Maker = (_world, dice) => simple({ type: "reopen" }, owner(dice));
export const late: Maker = (world, dice) => {
  const requirements = world.task.round?.plan?.requirements ?? [];
  const requirement = requirements[dice.roll(Math.max(1, requirements.length))];
  const who = requirement?.who[0] ?? "codex";
  return verdictMove(world, dice, requirement?.id ?? "panel", actorOf(who));
};
export const moved: Maker = (_world, dice) =>
  simple({ type: "target_moved", by: dice.pick(["us", "others"] as const) }, SYSTEM);
export const elsewhere: Maker = (world, dice) =>
  simple(
    {
      type: "closed_elsewhere",
      outcome: dice.pick(["merged", "closed"] as const),
      tree: dice.chance(50) ? (world.task.round?.content.tree ?? null) : "9".repeat(40),
    },
    SYSTEM,
  );
export const failed: Maker = (world, dice) =>
  simple(
    {
      type: "merge_failed",
      kind: dice.pick([
        "conflict",
        "moved",
        "checks_red",
        "race",
        "race",
        "network",
        "dirty",
      ] as const),
      detail: world.text(7),
      files: dice.chance(50) ? ["src/app.ts"] : [],
      ...(dice.chance(50) && { path: "/home/ana/shop" }),
    },
    SYSTEM,
  );
export const merged: Maker = (world) =>
  simple({ type: "merged", tree: world.task.round?.content.tree ?? "1".repeat(40) }, SYSTEM);
export const reviewAgain: Maker = (_world, dice) =>
  simple({ type: "review_again", content: contentOf(dice.pick(TREES)) }, SYSTEM);
export const workUpdated = system({
  type: "work_updated",
  outcome: "updated",
  detail: "work was brought to main",
});
export const workMoved = system({ type: "work_moved", worktree: "/work/moved" });
export const debtFiled: Maker = (world, dice) => {
  const findings = ["F-1", ...world.task.findings.map(({ id }) => id)] as const;
  return simple({ type: "debt_filed", finding: dice.pick(findings), task: "cs-debt" }, SYSTEM);
};
export const checkupStep: Maker = (world, dice) => {
  if (world.task.checkup === null) return null;
  return world.task.checkup.planned
    ? checkupVerdictMove(world, dice)
    : planCheckupMove(world, dice);
};
export const policyChanged: Maker = (world, dice) => {
  world.policy = dice.pick(world.policies);
  return simple({ type: "policy_changed" }, SYSTEM);
};
export const deadline = system({ type: "deadline" });
export const leaseExpired = system({ type: "lease_expired" });
export const mergeStarted = system({ type: "merge_started" });
export const closeGrace = system({ type: "close_grace" });
export const inVain: Maker = (world, dice) => noResultMove(world, dice);
export const plan: Maker = (world, dice) =>
  world.task.round?.plan == null ? planMove(world, dice) : null;
export const anyApprove: Maker = (world, dice) => approveMove(world, "layer:owner", owner(dice));
