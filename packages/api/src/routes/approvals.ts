import { TaskId } from "@countersign/core";
import { z } from "zod";
import { commandSchema } from "../schemas/command-schema.ts";
import { Answer } from "../schemas/replies.ts";
import { Nothing, type Role } from "../schemas/words.ts";
import { IdempotencyKey, postRoute } from "./route.ts";

const PERSON: readonly Role[] = ["human"];
const MAX_ITEMS = 200;

const { round, tree, note } = commandSchema("approve").shape;

const Refused = z.array(z.object({ task: TaskId, code: z.string(), message: z.string() }));

/** Approvals of several tasks with one key. */
export const approvalRoutes = {
  approveBatch: postRoute({
    id: "approveBatch",
    path: "/approvals",
    summary:
      "Approve an exact list of tasks, rounds and trees; those that changed since are refused by name",
    roles: PERSON,
    params: Nothing,
    body: z.strictObject({
      items: z
        .array(z.strictObject({ task: TaskId, round, tree, note }))
        .min(1)
        .max(MAX_ITEMS),
    }),
    reply: z.object({ approved: z.array(Answer), refused: Refused }),
  }),
  undoBatch: postRoute({
    id: "undoBatch",
    path: "/approvals/undo",
    summary: "Undo everything that one of your keys approved, during its grace period",
    roles: PERSON,
    params: Nothing,
    /** The idempotency key of the approvals. */
    body: z.strictObject({ key: IdempotencyKey }),
    reply: z.object({ undone: z.array(Answer), refused: Refused }),
  }),
};
