import { z } from "zod";
import { get } from "../route.ts";
import { Health, Me, StatusView } from "../schemas/replies.ts";
import { EVERYBODY, Nothing } from "../schemas/words.ts";

export const engineRoutes = {
  health: get({
    id: "health",
    path: "/health",
    summary: "Is the engine there, and which one is it?",
    roles: "public",
    params: Nothing,
    query: Nothing,
    reply: Health,
  }),
  describe: get({
    id: "describe",
    path: "/openapi.json",
    summary: "This document",
    roles: "public",
    params: Nothing,
    query: Nothing,
    reply: z.looseObject({ openapi: z.string() }),
  }),
  me: get({
    id: "me",
    path: "/me",
    summary: "Whose token is this?",
    roles: EVERYBODY,
    params: Nothing,
    query: Nothing,
    reply: Me,
  }),
  status: get({
    id: "status",
    path: "/status",
    summary: "Tasks by state, repositories and what keeps commands in",
    roles: EVERYBODY,
    params: Nothing,
    query: Nothing,
    reply: StatusView,
  }),
};
