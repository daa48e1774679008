import { durationMs } from "../../../policy/words.ts";
import type { CommandOf, WorkLocation } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { isSameLocation, locationText } from "../../model/location.ts";
import type { Task } from "../../model/state.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, wrongState } from "../../step/refuse.ts";
import {
  requireAfterGrace,
  requireNoHold,
  requireTurn,
  requireWorker,
  sponsorOf,
} from "./worker-rules.ts";

export function claim(draft: Draft, { location }: CommandOf<"claim">, context: Context): Draft {
  const { task } = draft;
  requireWorker(task, context);
  requireNoHold(task, context);
  requireHandedOut(task, context);
  switch (task.phase.is) {
    case "open":
      requireTurn(task, task.assignee, context);
      return start(draft, location, context);
    case "rework":
      requireAfterGrace(task, context);
      requireTurn(task, task.phase.agent, context);
      requireHere(task, task.phase.agent, location);
      return start(draft, location, context);
    case "in_progress":
      requireTurn(task, task.phase.agent, context);
      requireHere(task, task.phase.agent, location);
      return start(draft, location, context);
    default:
      return wrongState(task);
  }
}

/** Claims the task, or renews its lease: a repeated claim is a heartbeat. */
function start(draft: Draft, location: WorkLocation | undefined, context: Context): Draft {
  const leaseUntilMs = context.nowMs + durationMs(context.policy.limits.lease);
  const claimed = record(draft, context, {
    type: "claimed",
    agent: context.actor.id,
    leaseUntilMs,
    ...sponsorOf(context),
    ...(location !== undefined && { location }),
  });
  return claimed;
}

/** Refuses to continue work at another location while its lease lasts. */
function requireHere(task: Task, agent: string | null, location: WorkLocation | undefined): void {
  const { location: known } = task;
  if (agent === null || known === undefined || location === undefined) return;
  if (isSameLocation(known, location)) return;
  const turn = `${agent} in ${locationText(known)}`;
  refuse("not_your_turn", task, `${task.id} is assigned to ${turn}`, { turn });
}

/** Refuses tasks outside of a running sprint. Work that an agent started itself is not affected. */
function requireHandedOut(task: Task, { actor, holds }: Context): void {
  if (holds.otherSprint !== true || actor.kind !== "agent") return;
  const { phase, location } = task;
  const isBegun = phase.is !== "open" && phase.is !== "rework";
  const isOwn =
    location?.author === actor.id || (phase.is === "rework" && phase.agent === actor.id);
  if (!isBegun && !isOwn)
    refuse("on_hold", task, `A sprint is running, and ${task.id} is not one of its tasks.`);
}
