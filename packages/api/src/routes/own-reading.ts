import { TaskId } from "@countersign/core";
import { z } from "zod";
import { DraftChange, DraftView, ReadChange, ReadView } from "../schemas/own-reading.ts";
import { FeedbackView } from "../schemas/replies.ts";
import { Nothing, type Role } from "../schemas/words.ts";
import { decisionRoutes } from "./decisions.ts";
import { getRoute, postRoute } from "./route.ts";

const OneTask = z.strictObject({ task: TaskId });
const PERSON: readonly Role[] = ["human"];

/** What a person keeps about a task for themselves: unsent feedback, and the lines that they have read. */
export const ownReadingRoutes = {
  readDraft: getRoute({
    id: "readDraft",
    path: "/tasks/{task}/draft",
    summary: "Show your unsent feedback to a task",
    roles: PERSON,
    params: OneTask,
    query: Nothing,
    reply: DraftView,
  }),
  saveDraft: postRoute({
    id: "saveDraft",
    path: "/tasks/{task}/draft",
    summary: "Save or discard your unsent feedback to a task",
    roles: PERSON,
    params: OneTask,
    body: DraftChange,
    reply: DraftView,
  }),
  listReadLines: getRoute({
    id: "listReadLines",
    path: "/tasks/{task}/read",
    summary: "List the lines of a change that you have read",
    roles: PERSON,
    params: OneTask,
    query: Nothing,
    reply: ReadView,
  }),
  markReadLines: postRoute({
    id: "markReadLines",
    path: "/tasks/{task}/read",
    summary: "Mark lines of a change as read or unread; other marks stay",
    roles: PERSON,
    params: OneTask,
    body: ReadChange,
    reply: Nothing,
  }),
  previewFeedback: postRoute({
    id: "previewFeedback",
    path: "/tasks/{task}/feedback/preview",
    summary: "Show the text that the author would read after a redo; changes nothing",
    roles: PERSON,
    params: OneTask,
    body: decisionRoutes.redo.request.body.content["application/json"].schema,
    reply: FeedbackView,
  }),
};
