import { CountersignError, type ErrorCode, type ErrorDetails } from "../../kernel/errors.ts";
import type { Context } from "../model/context.ts";
import type { Round, Task } from "../model/state.ts";

/** Refuses a command with a message that its sender can act on. */
export function refuse(
  code: ErrorCode,
  task: Task,
  message: string,
  details: ErrorDetails = {},
  hint?: string,
): never {
  throw new CountersignError(code, message, {
    hint,
    details: { task: task.id, state: task.phase.is, round: task.round?.number ?? 0, ...details },
  });
}

export function wrongState(task: Task): never {
  return refuse("wrong_state", task, `${task.id} is ${task.phase.is}`);
}

export function requirePerson(task: Task, { actor }: Context, layer: string): void {
  if (actor.kind !== "human") {
    refuse("human_only", task, `Only a person may do this to ${task.id}`, {
      layer,
      person: task.sponsor ?? "a person",
    });
  }
}

export function requireSystem(task: Task, { actor }: Context): void {
  if (actor.kind !== "system")
    refuse("forbidden", task, `Only the engine may send this command for ${task.id}.`);
}

export function requireRound(task: Task): Round {
  return task.round ?? wrongState(task);
}
