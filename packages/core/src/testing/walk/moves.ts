import type { Resolution } from "../../decision/resolution.ts";
import { NAMED_PERSON } from "../../plan/compile/amend.ts";
import type { Actor } from "../../task/model/context.ts";
import type { HoldReason, Task } from "../../task/model/state.ts";
import { outstandingOf } from "../../task/review/ask.ts";
import type { Opinion, RawFinding } from "../../verdict/schema.ts";
import { contentOf } from "../facts-of.ts";
import { person, rawFinding, SYSTEM } from "../scenario.ts";
import type { SentCommand } from "../shown-command.ts";
import type { Dice } from "./dice.ts";
import { actorOf, FACTS, TREES, type World } from "./world.ts";

/** Builders of single commands with plausible content, for legal and hostile steps alike. */

export type Move = { command: SentCommand; actor: Actor };

const OPINIONS: readonly [Opinion, ...Opinion[]] = [
  "approved",
  "approved",
  "approved",
  "approved",
  "approved",
  "approved",
  "concerns",
  "concerns",
  "blocker",
  "abstained",
];
const SEVERITIES = ["critical", "major", "warning", "warning", "info", "info"] as const;

export function submitMove(world: World, dice: Dice, actor: Actor): Move {
  const answers = world.task.findings
    .filter(() => dice.chance(50))
    .slice(0, 20)
    .map((finding) => ({
      finding: finding.id,
      status: dice.pick(["fixed", "answered", "wont_fix"] as const),
      note: world.text(dice.roll(9)),
    }));
  return {
    command: {
      type: "submit",
      content: contentOf(dice.pick(TREES)),
      signal: dice.pick(["DONE", "DONE", "DONE", "DONE", "PARTIAL", "BLOCKED"] as const),
      summary: world.text(dice.roll(9)) || "as read",
      askedType: dice.pick([null, null, null, "internal_document", "marketing_external"] as const),
      committers: dice.chance(10) ? ["ben"] : [],
      answers,
    },
    actor,
  };
}

export function planMove(world: World, dice: Dice): Move {
  const { round } = world.task;
  const facts = (round && FACTS[round.content.tree]) ?? FACTS["1".repeat(40)];
  if (facts === undefined) throw new Error("no facts");
  const gaps = dice.chance(5)
    ? [
        {
          concern: world.text(1),
          reviewer: "security-reviewer",
          foundBy: "agent-3",
          proposal: world.text(2),
        },
      ]
    : [];
  return { command: { type: "plan_round", round: round?.number ?? 1, facts, gaps }, actor: SYSTEM };
}

export function planCheckupMove(world: World, dice: Dice): Move {
  const facts = FACTS[dice.pick(TREES).repeat(40)];
  if (facts === undefined) throw new Error("no facts");
  return {
    command: { type: "plan_checkup", checkup: Math.max(1, world.task.checkups), facts },
    actor: SYSTEM,
  };
}

export function verdictMove(
  world: World,
  dice: Dice,
  requirement: string,
  actor: Actor,
  opinion: Opinion = dice.pick(OPINIONS),
): Move {
  const { round } = world.task;
  return {
    command: {
      type: "record_verdict",
      id: nextVerdict(world),
      of: "round",
      number: round?.number ?? 1,
      tree: round?.content.tree ?? contentOf("1").tree,
      requirement,
      opinion,
      summary: world.text(dice.roll(9)),
      findings:
        opinion === "approved" || dice.chance(40)
          ? []
          : [{ raw: findingOf(world, dice), onUnchangedLines: dice.chance(20) }],
      costUsd: dice.chance(3) ? 2 : 0.01,
      sandboxed: dice.chance(90),
    },
    actor,
  };
}

export function checkupVerdictMove(world: World, dice: Dice): Move {
  const { checkup } = world.task;
  const requirement = checkup?.planned?.plan.requirements[0];
  const who = requirement?.who[dice.roll(requirement.who.length)] ?? "codex";
  const move = verdictMove(world, dice, requirement?.id ?? "panel", actorOf(who));
  if (move.command.type !== "record_verdict") return move;
  const tree = checkup?.planned?.content.tree ?? move.command.tree;
  return {
    ...move,
    command: { ...move.command, of: "checkup", number: checkup?.number ?? 1, tree, findings: [] },
  };
}

/** A machine that was asked in vain, or not asked because of the money. */
export function noResultMove(world: World, dice: Dice): Move {
  const { round } = world.task;
  const requirements = round?.plan?.requirements ?? [];
  const requirement = requirements[dice.roll(Math.max(1, requirements.length))];
  return {
    command: {
      type: "no_result",
      of: dice.chance(90) ? "round" : "checkup",
      number: round?.number ?? 1,
      tree: round?.content.tree ?? contentOf("1").tree,
      requirement: requirement?.id ?? "panel",
      reviewer: requirement?.who[dice.roll(requirement.who.length)] ?? "codex",
      cause: dice.chance(60) ? "failed" : dice.pick(["over_cap", "stopped"] as const),
      reason: world.text(dice.roll(9)) || "nothing came back",
      costUsd: dice.chance(50) ? 0.01 : 0,
    },
    actor: SYSTEM,
  };
}

export function oneReviewerMove(world: World, dice: Dice, actor: Actor): Move {
  const { round } = world.task;
  const waiting = round?.decision?.outstanding ?? [];
  const asked = (round?.plan?.requirements ?? []).filter(({ id }) => waiting.includes(id));
  const requirement = asked[dice.roll(Math.max(1, asked.length))];
  return {
    command: {
      type: dice.chance(50) ? "retry_reviewer" : "cancel_reviewer",
      requirement: requirement?.id ?? "panel",
      reviewer: requirement?.who[dice.roll(requirement.who.length)] ?? "codex",
    },
    actor,
  };
}

function findingOf(world: World, dice: Dice): RawFinding {
  const file = dice.pick(["src/app.ts", "src/auth/login.ts"] as const);
  return rawFinding({
    severity: dice.pick(SEVERITIES),
    category: dice.pick(["correctness", "style"] as const),
    message: world.text(dice.roll(9)),
    ...(dice.chance(70) ? { file, quote: `line ${dice.roll(6)}` } : {}),
    ...(dice.chance(20) ? { ruleId: "br-type-safety-01" } : {}),
  });
}

/** An answer that the stage waits for, by somebody who may give it. */
export function answerMove(world: World, dice: Dice): Move | null {
  const { round } = world.task;
  const waiting = round === null ? [] : outstandingOf(round);
  const requirement = waiting[dice.roll(Math.max(1, waiting.length))];
  if (round === null || requirement === undefined) return null;
  const { phase } = world.task;
  const inTurn = phase.is === "reviewing" && dice.chance(50) ? phase.person : null;
  const who = actorOf(inTurn ?? requirement.who[dice.roll(requirement.who.length)] ?? "ana");
  if (!requirement.human) return verdictMove(world, dice, requirement.id, who);
  if (dice.chance(15)) return verdictMove(world, dice, requirement.id, who);
  return approveMove(world, requirement.id, who);
}

export function approveMove(world: World, requirement: string, actor: Actor): Move {
  const { round } = world.task;
  const command = {
    type: "approve",
    id: nextVerdict(world),
    round: round?.number ?? 1,
    tree: round?.content.tree ?? contentOf("1").tree,
    requirement,
  } as const;
  return { command, actor };
}

export function redoMove(world: World, dice: Dice, actor: Actor): Move {
  return {
    command: {
      type: "redo",
      quickIssues: dice.chance(50) ? ["Tests incomplete"] : [],
      customFeedback: world.text(dice.roll(9)),
      option: dice.pick(["keep", "fresh", "checkpoint"] as const),
      priority: dice.pick(["same", "bump", "lower"] as const),
    },
    actor,
  };
}

export function disposeMove(world: World, dice: Dice, actor: Actor): Move {
  const { findings, phase } = world.task;
  const question = phase.is === "held" ? phase.question : null;
  const finding =
    question !== null && dice.chance(60)
      ? question
      : (findings[dice.roll(Math.max(1, findings.length))]?.id ?? "F-1");
  const note = world.text(dice.roll(9));
  const as = dice.pick([
    { is: "disputed", note },
    { is: "disputed", note },
    { is: "dismissed", reason: note },
    { is: "deferred", link: note },
  ] as const);
  return { command: { type: "dispose", finding, as }, actor };
}

/** A release that settles every reason, most of the time. */
export function releaseMove(world: World, dice: Dice): Move {
  const { task } = world;
  const reasons = task.phase.is === "held" ? task.phase.reasons : [];
  const line = task.phase.is === "held" ? task.phase.line : [];
  const who = line[dice.roll(Math.max(1, line.length))] ?? "ana";
  const end = dice.roll(10);
  const resolutions: Resolution[] =
    end === 0
      ? [{ do: "reject" }]
      : end <= 2
        ? [{ do: "send_back" }]
        : reasons.map((reason) => resolutionOf(reason, task, dice));
  return { command: { type: "release", resolutions }, actor: person(who) };
}

function resolutionOf({ code, about }: HoldReason, task: Task, dice: Dice): Resolution {
  switch (code) {
    case "limit_attempts":
    case "limit_stalled":
      return { do: "grant_attempts", attempts: 1 + dice.roll(3) };
    case "limit_cost":
      return { do: "raise_budget", usd: 100 };
    case "quorum_unreachable":
    case "no_result":
      return dice.chance(50)
        ? { do: "retry" }
        : {
            do: "name_reviewer",
            requirement: about ?? NAMED_PERSON,
            reviewer: dice.pick(["agent-3", "ben"] as const),
          };
    case "not_shown_whole":
      return { do: "name_reviewer", requirement: about ?? NAMED_PERSON, reviewer: "ben" };
    case "empty_plan":
    case "zero_reviews":
    case "chain_empty":
      return { do: "name_reviewer", requirement: NAMED_PERSON, reviewer: "ben" };
    case "merge_retries":
      return { do: "retry" };
    case "blocker":
    case "late_blocker":
      return { do: "set_aside", verdict: about ?? "vrd_0" };
    default:
      return {
        do: "set_aside",
        verdict:
          task.round?.verdicts.items.find((verdict) => verdict.opinion === "concerns")?.id ??
          "vrd_0",
      };
  }
}

function nextVerdict(world: World): string {
  world.verdicts += 1;
  return `vrd_${world.verdicts}`;
}
