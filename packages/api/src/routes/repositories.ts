import { ActorId, ObjectId } from "@countersign/core";
import { z } from "zod";
import { PolicyView, RepositoryLine, RepositoryList } from "../schemas/replies.ts";
import { EVERYBODY, Nothing, RepositoryId } from "../schemas/words.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

const OneRepository = z.strictObject({ repo: RepositoryId });
const Reason = z.string().trim().min(1).max(10_000);

export const repositoryRoutes = {
  listRepositories: getRoute({
    id: "listRepositories",
    path: "/repositories",
    summary: "List the repositories and whether their merges are stopped",
    roles: EVERYBODY,
    params: Nothing,
    query: Nothing,
    reply: RepositoryList,
  }),
  addRepository: postRoute({
    id: "addRepository",
    path: "/repositories",
    summary: "Register a repository below a listed root of the engine's machine",
    roles: ["admin"],
    params: Nothing,
    body: z.strictObject({
      path: z.string().min(1).max(4_096),
      id: ActorId.optional(),
      target: z.string().min(1).max(250).optional(),
      config: z.string().max(100_000).optional(),
    }),
    reply: RepositoryLine,
  }),
  readPolicy: getRoute({
    id: "readPolicy",
    path: "/repositories/{repo}/policy",
    summary: "Show the policy in force, from the last accepted target",
    roles: EVERYBODY,
    params: OneRepository,
    query: Nothing,
    reply: PolicyView,
  }),
  connectReviewer: postRoute({
    id: "connectReviewer",
    path: "/repositories/{repo}/connection",
    summary:
      "Keep a reviewer connection alive; repeat it every minute to get seats in this repository",
    roles: ["reviewer"],
    params: OneRepository,
    body: Nothing,
    reply: Nothing,
  }),
  removeRepository: deleteRoute({
    id: "removeRepository",
    path: "/repositories/{repo}",
    summary: "Remove a repository without tasks",
    roles: ["admin"],
    params: OneRepository,
    reply: Nothing,
  }),
  releaseRepository: postRoute({
    id: "releaseRepository",
    path: "/repositories/{repo}/release",
    summary: "Accept exactly the named tip of the target and resume merges",
    roles: ["human"],
    params: OneRepository,
    body: z.strictObject({
      /** The tip of the target that the owner was shown; refused as `stale_content` if it has moved since. */
      tip: ObjectId,
      reason: Reason,
    }),
    reply: RepositoryLine,
  }),
};
