import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { ErrorAnswer } from "../schemas/error-answer.ts";
import { StreamLine } from "../schemas/replies.ts";
import { Cursor, EVERYBODY, Nothing } from "../schemas/words.ts";

/** In place of a cursor: only what happens from now on. */
export const NOW = "now";

/** The event that says where the stream begins: its id is the cursor, and it carries nothing else. */
export const PLACE_EVENT = "place";

/**
 * What happens in the organisation, as server-sent events.
 *
 * Each event carries a `StreamLine` as data and its cursor as id. `Last-Event-ID` wins over `after`,
 * because a browser that reconnects repeats the address that it first asked. Whoever asks from `now` on is
 * first told which cursor that is, so that nothing is missed when the connection breaks before anything
 * happens.
 */
export const streamRoute = {
  operationId: "events",
  method: "get",
  path: "/v1/events",
  summary: "What happens, from a cursor on and for as long as the connection lasts",
  "x-roles": EVERYBODY,
  security: [{ bearer: [] }],
  request: {
    params: Nothing,
    query: z.strictObject({ after: Cursor.optional() }),
    headers: z.object({ "last-event-id": Cursor.optional() }),
  },
  responses: {
    200: {
      description: "Events without end",
      content: { "text/event-stream": { schema: StreamLine } },
    },
    default: {
      description: "Refused",
      content: { "application/json": { schema: ErrorAnswer } },
    },
  },
} satisfies RouteConfig;
