import { z } from "zod";
import { BegunSession, CreatedCode, SessionList } from "../schemas/session.ts";
import { Nothing, type Role } from "../schemas/words.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

const SIGNED_IN: readonly Role[] = ["human", "admin"];

export const sessionRoutes = {
  createSessionCode: postRoute({
    id: "createSessionCode",
    path: "/sessions/codes",
    summary: "Create a one-time code that signs the caller in to a browser",
    roles: ["human"],
    params: Nothing,
    body: Nothing,
    reply: CreatedCode,
  }),
  beginSession: postRoute({
    id: "beginSession",
    path: "/sessions",
    summary: "Exchange a one-time code for a session; a second use ends the session",
    roles: "public",
    params: Nothing,
    body: z.strictObject({ code: z.string().regex(/^[\x21-\x7e]{1,200}$/) }),
    reply: BegunSession,
  }),
  listSessions: getRoute({
    id: "listSessions",
    path: "/sessions",
    summary: "List the caller's own live sessions, newest first",
    roles: SIGNED_IN,
    params: Nothing,
    query: Nothing,
    reply: SessionList,
  }),
  endSession: deleteRoute({
    id: "endSession",
    path: "/sessions/{id}",
    summary: "End one of the caller's own sessions",
    roles: SIGNED_IN,
    params: z.strictObject({ id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) }),
    reply: Nothing,
  }),
  signOut: deleteRoute({
    id: "signOut",
    path: "/session",
    summary: "End the session of this request",
    roles: SIGNED_IN,
    params: Nothing,
    reply: Nothing,
  }),
};
