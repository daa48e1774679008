import { CountersignError } from "@countersign/core";
import type { z } from "zod";
import { NOW, OWN_EVENT, PLACE_EVENT, streamRoute } from "../routes/events.ts";
import { OwnChange } from "../schemas/replies.ts";
import type { Connection } from "./call.ts";
import { createEventParser, type SentEvent } from "./parse-event-stream.ts";
import { noAnswer, notUnderstood, readRefusal } from "./refusal.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/**
 * Milliseconds without data after which the connection counts as lost. The server sends something
 * every few seconds.
 */
const SILENCE_MS = 30_000;

/** Called when the connection opens or closes. */
export type OnLink = (isOpen: boolean) => void;

/** What to follow, and whom to tell. */
export type StreamOptions<Line> = {
  schema: z.ZodType<Line>;
  /** The query of the stream's address. Default: none. */
  query?: string;
  onLink?: OnLink | undefined;
  /** Called when the person's own draft or read marks changed. */
  onOwn?: ((change: OwnChange) => void) | undefined;
};

/**
 * Follows the event stream from a cursor until the signal aborts it. After a lost connection it
 * resumes from the last event, so no event is missed or repeated. Throws only refusals that a retry
 * would repeat. Reports when a connection opens and closes.
 */
export async function* followEvents<Line extends { cursor: string }>(
  connection: Connection,
  after: string | null,
  signal: AbortSignal,
  options: StreamOptions<Line>,
): AsyncGenerator<Line, void, void> {
  const place: Place = { cursor: after };
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const line of oneConnection(connection, place, signal, options)) {
        pauseMs = FIRST_PAUSE_MS;
        yield line;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!mayPass(error)) throw error;
    } finally {
      options.onLink?.(false);
    }
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** The cursor from which the stream resumes. */
type Place = { cursor: string | null };

async function* oneConnection<Line extends { cursor: string }>(
  { baseUrl, token, fetch }: Connection,
  place: Place,
  signal: AbortSignal,
  options: StreamOptions<Line>,
): AsyncGenerator<Line, void, void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const headers = new Headers({ accept: "text/event-stream" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  const { cursor } = place;
  if (cursor !== null) headers.set("last-event-id", cursor);
  try {
    const response = await fetch(new URL(`${streamRoute.path}${options.query ?? ""}`, baseUrl), {
      headers,
      redirect: "error",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || response.body === null) throw await readRefusal(response);
    // With `now`, the connection counts as open only once the cursor is known.
    if (cursor !== NOW) options.onLink?.(true);
    const parse = createEventParser();
    for await (const piece of piecesOf(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      yield* linesOf(parse(piece), place, signal, options);
    }
  } catch (error) {
    throw error instanceof CountersignError ? error : noAnswer(baseUrl, error);
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function* linesOf<Line extends { cursor: string }>(
  sent: readonly SentEvent[],
  place: Place,
  signal: AbortSignal,
  { schema, onLink, onOwn }: StreamOptions<Line>,
): Generator<Line, void, void> {
  for (const { id, event, text } of sent) {
    if (signal.aborted) return;
    if (event === OWN_EVENT) {
      onOwn?.(readData(OwnChange, text));
      continue;
    }
    const line = event === PLACE_EVENT ? null : readData(schema, text);
    place.cursor = line?.cursor ?? id;
    if (line === null) onLink?.(true);
    else yield line;
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

function readData<Data>(schema: z.ZodType<Data>, text: string): Data {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw notUnderstood(streamRoute.path, error);
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof CountersignError && error.retryable;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
