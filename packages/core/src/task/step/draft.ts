import { applyEntry } from "../fold/fold.ts";
import type { Actor, Context } from "../model/context.ts";
import type { TaskEffect } from "../model/effects.ts";
import type { LogEntry, TaskEvent } from "../model/events.ts";
import type { Task } from "../model/state.ts";

/** An unfinished step: the state so far, the new log entries and the effects. */
export type Draft = { task: Task; log: readonly LogEntry[]; effects: readonly TaskEffect[] };

/** Logs events and applies them, so that later code sees the new state. */
export function record(
  draft: Draft,
  { actor, nowMs }: Context,
  ...events: readonly TaskEvent[]
): Draft {
  const log = [...draft.log];
  let { task } = draft;
  for (const happened of events) {
    const event = withCredential(happened, actor);
    const entry: LogEntry = { seq: task.seq + 1, atMs: nowMs, by: actor.id, event };
    task = applyEntry(task, entry);
    log.push(entry);
  }
  return { ...draft, task, log };
}

export function emit(draft: Draft, ...effects: readonly TaskEffect[]): Draft {
  return { ...draft, effects: [...draft.effects, ...effects] };
}

/** Adds the credential of the actor. */
export function withCredential<Event extends TaskEvent>(
  event: Event,
  { credential }: Pick<Actor, "credential">,
): Event {
  return credential === undefined ? event : { ...event, credential };
}

/** One step: the next state, the new log entries, and the effects to perform after they are stored. */
export type Step = Draft;
