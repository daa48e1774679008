import type { StatedBy } from "../../../plan/schema.ts";
import { createdTask } from "../../fold/fold.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { LogEntry } from "../../model/events.ts";
import { type Step, withCredential } from "../../step/draft.ts";

/** Creates a task with the first entry of its log. */
export function createTask(
  { type: _, location, origin, description, acceptance, ...fields }: CommandOf<"create">,
  { actor, nowMs }: Context,
): Step {
  const created = {
    type: "created",
    ...fields,
    statedBy: statedBy(actor),
    ...(location !== undefined && { location: { author: actor.id, ...location } }),
    ...(origin !== undefined && { origin }),
    ...(description !== undefined && { description }),
    ...(acceptance !== undefined && { acceptance }),
  } as const;
  const event = withCredential(created, actor);
  const entry: LogEntry = { seq: 1, atMs: nowMs, by: actor.id, event };
  return { task: createdTask(event), log: [entry], effects: [] };
}

/** Returns which kind of actor stated the type and the department of a new task. */
function statedBy({ kind, planner }: Context["actor"]): StatedBy {
  if (kind === "human") return "person";
  return planner ? "planner" : "author";
}
