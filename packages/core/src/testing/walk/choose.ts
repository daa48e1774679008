import type { Actor } from "../../task/model/context.ts";
import { person } from "../scenario.ts";
import { shownCommand } from "../shown-command.ts";
import type { Dice } from "./dice.ts";
import {
  answer,
  anyApprove,
  cancel,
  changeMode,
  checkupStep,
  claim,
  closeGrace,
  deadline,
  debtFiled,
  dispose,
  elsewhere,
  failed,
  inVain,
  late,
  leaseExpired,
  type Maker,
  merged,
  mergeStarted,
  moved,
  oneReviewer,
  override,
  plan,
  policyChanged,
  redo,
  reject,
  release,
  reopen,
  report,
  requestReview,
  reviewAgain,
  submit,
  undo,
  workMoved,
  workUpdated,
} from "./makers.ts";
import {
  approveMove,
  checkupVerdictMove,
  disposeMove,
  type Move,
  planCheckupMove,
  planMove,
} from "./moves.ts";
import { ACTORS, type TaskCommand, type World } from "./world.ts";

type Weighted = readonly (readonly [weight: number, maker: Maker])[];

/** What goes on in every state without moving it much. */
const BYSTANDERS: Weighted = [
  [1, policyChanged],
  [1, workMoved],
  [1, moved],
  [1, report],
  [1, inVain],
];

/** Steps that end the task early are rare, or nothing else would ever happen. */
const ENDINGS: Weighted = [
  [0.4, reject],
  [0.4, cancel],
  [0.4, elsewhere],
];

/** Likely legal steps of each state, by weight. */
const LEGAL: Readonly<Record<World["task"]["phase"]["is"], Weighted>> = {
  open: [[12, claim], [16, submit], [2, changeMode], ...BYSTANDERS, ...ENDINGS],
  in_progress: [
    [30, submit],
    [3, report],
    [20, checkupStep],
    [3, claim],
    [2, redo],
    [5, dispose],
    [2, changeMode],
    [6, requestReview],
    [2, late],
    [1, leaseExpired],
    [1, deadline],
    ...BYSTANDERS,
    ...ENDINGS,
  ],
  reviewing: [
    [60, plan],
    [70, answer],
    [1, late],
    [1, redo],
    [1, override],
    [3, dispose],
    [2, changeMode],
    [2, requestReview],
    [2, oneReviewer],
    [1, submit],
    [3, deadline],
    ...BYSTANDERS,
    ...ENDINGS,
  ],
  rework: [
    [4, claim],
    [12, submit],
    [4, undo],
    [2, closeGrace],
    [2, dispose],
    [2, redo],
    [2, report],
    [20, checkupStep],
    [2, late],
    [1, deadline],
    [1, leaseExpired],
    [1, changeMode],
    [6, requestReview],
    ...BYSTANDERS,
    ...ENDINGS,
  ],
  held: [
    [16, release],
    [6, dispose],
    [6, answer],
    [1, late],
    [2, submit],
    [1, redo],
    [1, override],
    [4, deadline],
    [1, changeMode],
    [10, checkupStep],
    ...BYSTANDERS,
    ...ENDINGS,
  ],
  approved: [
    [14, mergeStarted],
    [3, undo],
    [2, redo],
    [2, late],
    [8, closeGrace],
    [2, submit],
    [3, changeMode],
    [4, requestReview],
    [1, anyApprove],
    [1, override],
    [3, dispose],
    ...BYSTANDERS,
    ...ENDINGS,
  ],
  merging: [
    [6, merged],
    [9, failed],
    [1, reviewAgain],
    [2, late],
    [2, deadline],
    [4, dispose],
    [1, anyApprove],
    [1, override],
    ...BYSTANDERS,
    [0.4, elsewhere],
  ],
  done: [
    [12, reopen],
    [1, workUpdated],
    [1, debtFiled],
    [1, late],
    [1, merged],
    [1, mergeStarted],
    [1, anyApprove],
    [1, override],
    [2, dispose],
    [1, elsewhere],
    ...BYSTANDERS,
  ],
  rejected: [
    [12, reopen],
    [5, undo],
    [3, closeGrace],
    [1, late],
    [1, reject],
    [1, cancel],
    [1, dispose],
    [1, elsewhere],
    ...BYSTANDERS,
  ],
};

function legal(world: World, dice: Dice): Move | null {
  const makers = LEGAL[world.task.phase.is];
  const total = makers.reduce((sum, [weight]) => sum + weight, 0);
  let left = (dice.roll(1_000_000) / 1_000_000) * total;
  for (const [weight, maker] of makers) {
    left -= weight;
    if (left < 0) return maker(world, dice);
  }
  return null;
}

/** Every kind of command, for hostile steps; none looks whether it makes sense. */
const ANY: readonly [Maker, ...Maker[]] = [
  claim,
  claim,
  submit,
  submit,
  redo,
  reject,
  override,
  cancel,
  (_world, dice) => ({ command: { type: "undo" }, actor: dice.pick(ACTORS) }),
  (world, dice) => disposeMove(world, dice, dice.pick(ACTORS)),
  changeMode,
  changeMode,
  requestReview,
  oneReviewer,
  report,
  release,
  answer,
  reopen,
  late,
  moved,
  moved,
  elsewhere,
  failed,
  failed,
  merged,
  checkupVerdictMove,
  policyChanged,
  deadline,
  leaseExpired,
  mergeStarted,
  reviewAgain,
  debtFiled,
  workMoved,
  workUpdated,
  closeGrace,
  inVain,
  planMove,
  anyApprove,
  planCheckupMove,
];

/** The next step: most are legal in the present state, the rest come from anybody about anything. */
export function chooseMove(world: World, dice: Dice): ShownMove {
  passTime(world, dice);
  const isLegal = dice.chance(70);
  for (let tries = 0; isLegal && tries < 8; tries += 1) {
    const move = legal(world, dice);
    if (move !== null) return shown(world, move);
  }
  return hostileMove(world, dice);
}

export type ShownMove = { command: TaskCommand; actor: Actor };

/** The sender has just looked at the task. */
function shown({ task }: World, { command, actor }: Move): ShownMove {
  return { command: shownCommand(task, command), actor };
}

/** Anybody says anything. */
export function hostileMove(world: World, dice: Dice): ShownMove {
  const move = dice.pick(ANY)(world, dice) ?? approveMove(world, "layer:owner", person("eve"));
  const actor = dice.chance(50) ? dice.pick(ACTORS) : move.actor;
  const { command } = shown(world, move);
  if (command.type === "record_verdict" && dice.chance(40))
    return { actor, command: { ...command, tree: dice.pick(["7", "8"] as const).repeat(40) } };
  if (command.type === "record_verdict" && dice.chance(20))
    return { actor, command: { ...command, number: 99 } };
  if ("round" in command && "tree" in command && dice.chance(30))
    return {
      actor,
      command: dice.chance(50) ? { ...command, tree: "7".repeat(40) } : { ...command, round: 99 },
    };
  if (command.type === "release" && dice.chance(30))
    return { actor, command: { ...command, resolutions: [] } };
  return { actor, command };
}

/** Sometimes a deadline or the grace has passed. */
function passTime(world: World, dice: Dice): void {
  const { phase, grace, checkup } = world.task;
  if (grace !== null && dice.chance(40)) world.nowMs = Math.max(world.nowMs, grace.untilMs);
  if (!dice.chance(12)) {
    world.nowMs += dice.roll(1_000);
    return;
  }
  const due =
    phase.is === "in_progress" || phase.is === "rework"
      ? Math.min(phase.leaseUntilMs, checkup?.deadlineMs ?? phase.leaseUntilMs)
      : phase.is === "reviewing" || phase.is === "held" || phase.is === "merging"
        ? phase.deadlineMs
        : world.nowMs;
  world.nowMs = Math.max(world.nowMs, due);
}
