import { z } from "zod";
import { AccountLink, ForgeRepositoryName, ForgeStatusView } from "../schemas/forge.ts";
import { RepositoryLine } from "../schemas/replies.ts";
import { Nothing } from "../schemas/words.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

export const forgeRoutes = {
  readForge: getRoute({
    id: "readForge",
    path: "/forge",
    summary: "Show the connection to the forge: repositories, branch rules, pauses and accounts",
    roles: ["admin"],
    params: Nothing,
    query: Nothing,
    reply: ForgeStatusView,
  }),
  addForgeRepository: postRoute({
    id: "addForgeRepository",
    path: "/forge/repositories",
    summary: "Clone, register and link a repository of the forge",
    roles: ["admin"],
    params: Nothing,
    body: z.strictObject({
      name: ForgeRepositoryName,
      target: z.string().min(1).max(200).optional(),
    }),
    reply: RepositoryLine,
  }),
  linkForgeAccount: postRoute({
    id: "linkForgeAccount",
    path: "/forge/accounts",
    summary: "Link an account on the forge to a person, whose reviews there then count",
    roles: ["admin"],
    params: Nothing,
    body: AccountLink,
    reply: Nothing,
  }),
  unlinkForgeAccount: deleteRoute({
    id: "unlinkForgeAccount",
    path: "/forge/accounts/{account}",
    summary: "Unlink an account on the forge from its person",
    roles: ["admin"],
    params: z.strictObject({ account: z.string().regex(/^[1-9]\d{0,14}$/) }),
    reply: Nothing,
  }),
};
