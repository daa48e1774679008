import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { refuse } from "../../step/refuse.ts";

export function requireWorker(task: Task, { actor, policy }: Context): void {
  if (actor.kind !== "agent" && actor.kind !== "human")
    refuse("forbidden", task, `A ${actor.kind} cannot work on tasks.`);
  const isUnsponsored = actor.kind === "agent" && actor.sponsor === undefined;
  if (isUnsponsored && policy.trust.separation === "four_eyes")
    refuse("forbidden", task, `The credential of ${actor.id} names no responsible person.`);
}

/** Returns the sponsor of an agent. */
export function sponsorOf({ actor: { kind, sponsor } }: Context): { sponsor?: string } {
  return kind === "agent" && sponsor !== undefined ? { sponsor } : {};
}

export function requireTurn(task: Task, agent: string | null, { actor }: Context): void {
  if (agent !== null && agent !== actor.id)
    refuse("not_your_turn", task, `${task.id} is assigned to ${agent}`, { turn: agent });
}

export function requireAfterGrace(task: Task, { nowMs }: Context): void {
  if (task.grace !== null && nowMs < task.grace.untilMs) {
    refuse("wrong_state", task, `The decision on ${task.id} can still be undone`);
  }
}

/** Refuses to start work while its agent or sprint is on hold, also by a submission. */
export function requireNoHold(task: Task, { holds }: Context): void {
  if (holds.agent) refuse("on_hold", task, `Work on ${task.id} is paused.`);
  // Work that started before the pause continues: a repeated claim is its heartbeat.
  if (holds.sprint && task.phase.is !== "in_progress")
    refuse("on_hold", task, `The sprint of ${task.id} is paused.`);
}
