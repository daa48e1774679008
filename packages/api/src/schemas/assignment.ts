import { TaskId } from "@countersign/core";
import { z } from "zod";
import { Location, Priority, RepositoryId, State } from "./words.ts";

/** The next task of an agent. */
export const AssignmentView = z.object({
  task: TaskId,
  title: z.string(),
  repo: RepositoryId,
  state: State,
  priority: Priority,
  /** At the agent's location, on another branch of its directory, or new. */
  is: z.enum(["here", "elsewhere", "new"]),
  location: Location.nullable(),
  /** The branch to work on, if it is not checked out; `from` is the starting point of a new one. */
  branch: z.object({ name: z.string(), from: z.string().nullable() }).nullable(),
});
export type AssignmentView = z.infer<typeof AssignmentView>;

/** `occupiedBy` is the agent's task that occupies this branch until it is merged. */
export const NextAssignment = z.object({
  assignment: AssignmentView.nullable(),
  occupiedBy: TaskId.nullable(),
});
export type NextAssignment = z.infer<typeof NextAssignment>;
