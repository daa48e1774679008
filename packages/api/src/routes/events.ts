import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { ErrorAnswer } from "../schemas/error-answer.ts";
import { StreamHead, StreamLine } from "../schemas/replies.ts";
import { Cursor, EVERYBODY, Nothing } from "../schemas/words.ts";

/** Replaces a cursor: only events from now on. */
export const NOW = "now";

/** The event that carries the start of the stream: its id is the cursor, and it has no data. */
export const PLACE_EVENT = "place";

/** The event that tells a person of a change of their own draft or read marks, with an `OwnChange` as data. */
export const OWN_EVENT = "own";

/**
 * Streams the events of the organisation as server-sent events. Each event has a `StreamLine` as
 * data and its cursor as id. `Last-Event-ID` takes precedence over `after`, because a browser that
 * reconnects repeats its first URL. A stream from `now` starts with an event that carries the
 * current cursor, so a client misses nothing if the connection breaks before the first event.
 */
export const streamRoute = {
  operationId: "events",
  method: "get",
  path: "/v1/events",
  summary: "Stream events after a cursor",
  "x-roles": EVERYBODY,
  security: [{ bearer: [] }],
  request: {
    params: Nothing,
    query: z.strictObject({
      after: Cursor.optional(),
      /** Sends a `StreamHead` for each event, and tells people of their own drafts and read marks. */
      only: z.enum(["heads"]).optional(),
    }),
    headers: z.object({ "last-event-id": Cursor.optional() }),
  },
  responses: {
    200: {
      description: "Events without end",
      content: { "text/event-stream": { schema: z.union([StreamLine, StreamHead]) } },
    },
    default: {
      description: "Refused",
      content: { "application/json": { schema: ErrorAnswer } },
    },
  },
} satisfies RouteConfig;
