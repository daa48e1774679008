import { z } from "zod";
import { Health, Me, StatusView } from "../schemas/replies.ts";
import { EVERYBODY, Nothing } from "../schemas/words.ts";
import { getRoute } from "./route.ts";

export const engineRoutes = {
  health: getRoute({
    id: "health",
    path: "/health",
    summary: "Show the identity of the engine",
    roles: "public",
    params: Nothing,
    query: Nothing,
    reply: Health,
  }),
  describe: getRoute({
    id: "describe",
    path: "/openapi.json",
    summary: "This document",
    roles: "public",
    params: Nothing,
    query: Nothing,
    reply: z.looseObject({ openapi: z.string() }),
  }),
  me: getRoute({
    id: "me",
    path: "/me",
    summary: "Show the actor of this token",
    roles: EVERYBODY,
    params: Nothing,
    query: Nothing,
    reply: Me,
  }),
  status: getRoute({
    id: "status",
    path: "/status",
    summary: "Show tasks by state, repositories and the sandbox",
    roles: EVERYBODY,
    params: Nothing,
    query: Nothing,
    reply: StatusView,
  }),
};
