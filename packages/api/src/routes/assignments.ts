import { ActorId, TaskId, WorkLocation } from "@countersign/core";
import { z } from "zod";
import { get, post } from "../route.ts";
import { NextAssignment } from "../schemas/assignment.ts";
import { Answer } from "../schemas/replies.ts";
import { EVERYBODY, Nothing, RepositoryId } from "../schemas/words.ts";

/** What an agent works on next. */
export const assignmentRoutes = {
  nextAssignment: get({
    id: "nextAssignment",
    path: "/assignment",
    summary: "The task that an agent works on next; nothing is changed",
    roles: EVERYBODY,
    params: Nothing,
    query: z.strictObject({
      /** The agent. Default: the asker. */
      author: ActorId.optional(),
      repo: RepositoryId.optional(),
      /** Where the agent works; left out: on another machine. */
      branch: WorkLocation.shape.branch.optional(),
      worktree: z.string().min(1).max(4_096).optional(),
      /** The task that release 0.1 remembered for the branch. */
      former: TaskId.optional(),
      /** The task that the agent has just submitted, or is about to. After a sprint's last task comes nothing new. */
      after: TaskId.optional(),
    }),
    reply: NextAssignment,
  }),
  takeAssignment: post({
    id: "takeAssignment",
    path: "/assignment",
    summary: "Claim the task that the asker works on next",
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
