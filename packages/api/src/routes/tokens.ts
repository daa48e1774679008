import { ActorId, TaskId } from "@countersign/core";
import { z } from "zod";
import { CreatedToken, TokenList } from "../schemas/replies.ts";
import { Nothing, Role } from "../schemas/words.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

export const tokenRoutes = {
  listTokens: getRoute({
    id: "listTokens",
    path: "/tokens",
    summary: "List the credentials, without their secrets",
    roles: ["admin"],
    params: Nothing,
    query: Nothing,
    reply: TokenList,
  }),
  createToken: postRoute({
    id: "createToken",
    path: "/tokens",
    summary: "Create a credential; its secret is returned only once",
    roles: ["admin"],
    params: Nothing,
    body: z.strictObject({
      actor: ActorId,
      role: Role,
      /**
       * The person who is responsible for an agent: required for author, reviewer and planner,
       * refused for other roles.
       */
      sponsor: ActorId.optional(),
      task: TaskId.optional(),
      expiresMs: z.int().min(0).optional(),
      department: ActorId.optional(),
      modelFamily: z.string().min(1).max(100).optional(),
    }),
    reply: CreatedToken,
  }),
  revokeToken: deleteRoute({
    id: "revokeToken",
    path: "/tokens/{id}",
    summary: "Revoke a credential",
    roles: ["admin"],
    params: z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) }),
    reply: Nothing,
  }),
};
