import { ActorId, TaskId, WorkLocation } from "@countersign/core";
import { z } from "zod";
import { NextAssignment } from "../schemas/assignment.ts";
import { Answer } from "../schemas/replies.ts";
import { EVERYBODY, Nothing, RepositoryId } from "../schemas/words.ts";
import { getRoute, postRoute } from "./route.ts";

/** Routes for an agent's next assignment. */
export const assignmentRoutes = {
  nextAssignment: getRoute({
    id: "nextAssignment",
    path: "/assignment",
    summary: "Show an agent's next task without claiming it",
    roles: EVERYBODY,
    params: Nothing,
    query: z.strictObject({
      /** The agent. Default: the caller. */
      author: ActorId.optional(),
      repo: RepositoryId.optional(),
      /** The agent's branch. Omit if the agent works on another machine. */
      branch: WorkLocation.shape.branch.optional(),
      worktree: z.string().min(1).max(4_096).optional(),
      /** The branch's task as stored by release 0.1. */
      former: TaskId.optional(),
      /**
       * The task that the agent has just submitted, or is about to submit. After the last task of a
       * sprint there is no next one.
       */
      after: TaskId.optional(),
    }),
    reply: NextAssignment,
  }),
  takeAssignment: postRoute({
    id: "takeAssignment",
    path: "/assignment",
    summary: "Claim the caller's next task",
    roles: ["author", "human"],
    params: Nothing,
    body: z.strictObject({
      repo: RepositoryId.optional(),
      location: WorkLocation.optional(),
      former: TaskId.optional(),
    }),
    reply: z.object({ taken: Answer.nullable() }),
  }),
};
