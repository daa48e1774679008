import { Cursor, streamRoute } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { describeError, type Log } from "@countersign/engine";
import type { Context } from "hono";
import { requireRoom } from "../guards/limit-requests.ts";
import { authenticateRequest } from "../http/authenticate-request.ts";
import { type Env, parseInput, readQuery, type Server } from "../http/implement-route.ts";
import type { OrganisationTails, TailPace } from "../stream/organisation-tail.ts";
import { streamEntries } from "../views/stream-entries.ts";

export type StreamSettings = TailPace & {
  /** Streams of all clients together. Default 1,000. */
  connections: number;
  /** Streams of one credential. Default 8. */
  perCredential: number;
};

const RETRY_SECONDS = 5;

/** Serves the event stream. Every open stream holds a connection, so their number is limited. */
export function addEventRoute(
  server: Server,
  { connections, perCredential }: Pick<StreamSettings, "connections" | "perCredential">,
  tails: OrganisationTails,
  log: Log,
): void {
  const { app, engine } = server;
  let open = 0;
  const openBy = new Map<string, number>();
  app.on(streamRoute.method, streamRoute.path, async (context) => {
    const by = await authenticateRequest(server, context.req.raw, streamRoute);
    const { after, onlyHeads } = requestOf(context);
    if (open >= connections)
      throw new CountersignError(
        "unreachable",
        `${connections} event streams are already open; the limit is reached.`,
      );
    const credential = `${by.org} ${by.token}`;
    const own = openBy.get(credential) ?? 0;
    const seconds = own < perCredential ? 0 : RETRY_SECONDS;
    requireRoom(seconds, `${own} streams are open with this token.`);
    open += 1;
    openBy.set(credential, own + 1);
    const end = new AbortController();
    end.signal.addEventListener("abort", () => {
      open -= 1;
      const left = (openBy.get(credential) ?? 1) - 1;
      if (left > 0) openBy.set(credential, left);
      else openBy.delete(credential);
    });
    const { signal } = end;
    context.env.closing?.addEventListener("abort", () => end.abort(), { signal });
    try {
      const texts = await streamEntries({ engine, tails, by, after, onlyHeads, signal });
      return new Response(bodyOf(texts, end, log), {
        headers: { "content-type": "text/event-stream" },
      });
    } catch (error) {
      end.abort();
      throw error;
    }
  });
}

/** The header takes precedence, because a browser that reconnects repeats its first URL. */
function requestOf(context: Context<Env>): { after: string | undefined; onlyHeads: boolean } {
  const { after, only } = parseInput(
    streamRoute.request.query,
    readQuery(context, streamRoute.request.query),
  );
  const last = context.req.header("last-event-id");
  const onlyHeads = only === "heads";
  return { after: last === undefined ? after : parseInput(Cursor, last), onlyHeads };
}

function bodyOf(
  texts: AsyncGenerator<string, void, void>,
  end: AbortController,
  log: Log,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (!done) return controller.enqueue(encoder.encode(value));
      } catch (error) {
        log({ level: "error", event: "stream_failed", fields: describeError(error) });
      }
      end.abort();
      controller.close();
    },
    cancel: () => end.abort(),
  });
}
