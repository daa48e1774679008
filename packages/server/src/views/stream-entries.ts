import { NOW, OWN_EVENT, PLACE_EVENT, StreamHead, StreamLine } from "@countersign/api";
import type { Engine, Principal, StreamEntry } from "@countersign/engine";
import type { OrganisationTails, TailMessage } from "../stream/organisation-tail.ts";

type StreamRequest = {
  engine: Engine;
  tails: OrganisationTails;
  by: Principal;
  after: string | undefined;
  /** Only the task, sequence, type, state and turn of each entry. */
  onlyHeads: boolean;
  /** Ends the stream. */
  signal: AbortSignal;
};

const PAGE = 100;

/** Messages that a slow reader may leave waiting before its stream ends. It resumes from its last entry. */
const MAX_WAITING = 2_000;

/**
 * Streams log entries as server-sent events, at the speed of the reader. Reads the first page
 * before it responds, so an invalid cursor is refused as such.
 */
export async function streamEntries(
  request: StreamRequest,
): Promise<AsyncGenerator<string, void, void>> {
  const { items, next } = await readPage(request, request.after);
  return follow(request, items, next ?? undefined);
}

/**
 * Sends what happened before, then joins the organisation's reader.
 *
 * The reader's position is known before the last pages are read here, so both together contain every entry. Entries
 * that both have are sent once.
 */
async function* follow(
  request: StreamRequest,
  first: readonly StreamEntry[],
  place: string | undefined,
): AsyncGenerator<string, void, void> {
  const { engine, tails, signal, by, after } = request;
  yield beginning(after, place);
  let cursor = place;
  for await (const entry of readAll(request, first, place)) {
    cursor = entry.cursor;
    yield eventOf(request, entry);
  }
  // The past may take long to send; the reader checks credentials only from now on.
  const isLong = first.length === PAGE;
  if (isLong && !(await engine.validTokens(by.org, [by.token])).has(by.token)) return;
  const queue = createQueue(signal);
  const leave = await tails.join({ by, receive: queue.add });
  // A reader that went away asks for nothing more, so the end of its stream is not noticed below.
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) return leave();
  const sent = new Set<string>();
  const { items } = await readPage(request, cursor);
  for await (const entry of readAll(request, items, cursor)) {
    sent.add(entry.cursor);
    yield eventOf(request, entry);
  }
  for await (const message of queue.messages()) yield* textsOf(request, message, sent);
}

/** Reads from a page to the last one. */
async function* readAll(
  request: StreamRequest,
  first: readonly StreamEntry[],
  place: string | undefined,
): AsyncGenerator<StreamEntry, void, void> {
  const { signal } = request;
  let items = first;
  let cursor = place;
  while (!signal.aborted) {
    yield* items;
    cursor = items.at(-1)?.cursor ?? cursor;
    if (items.length < PAGE) return;
    items = (await readPage(request, cursor)).items;
  }
}

function* textsOf(
  request: StreamRequest,
  message: TailMessage,
  sent: ReadonlySet<string>,
): Generator<string, void, void> {
  if (message.is === "alive") yield ": still here\n\n";
  if (message.is === "own" && request.onlyHeads)
    yield `event: ${OWN_EVENT}\ndata: ${JSON.stringify({ task: message.task, what: message.what })}\n\n`;
  if (message.is !== "entries") return;
  const { task } = request.by;
  for (const entry of message.entries)
    if ((task === null || entry.task === task) && !sent.has(entry.cursor))
      yield eventOf(request, entry);
}

type MessageQueue = {
  add(message: TailMessage): void;
  messages(): AsyncGenerator<TailMessage, void, void>;
};

/** Holds messages for one reader until it takes them. */
function createQueue(signal: AbortSignal): MessageQueue {
  const waiting: TailMessage[] = [];
  let isFull = false;
  let wake: () => void = () => undefined;
  const nextWake = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  signal.addEventListener("abort", () => wake(), { once: true });
  return {
    add(message) {
      isFull ||= waiting.length >= MAX_WAITING;
      if (isFull) waiting.length = 0;
      else waiting.push(message);
      wake();
    },
    async *messages() {
      while (!signal.aborted && !isFull) {
        const message = waiting.shift();
        if (message === undefined) await nextWake();
        else if (message.is === "end") return requireNoError(message.error);
        else yield message;
      }
    },
  };
}

function requireNoError(error: unknown): void {
  if (error !== null) throw error;
}

/** Sends the current cursor to a client that follows the stream from `now`. */
function beginning(after: string | undefined, place: string | undefined): string {
  const words = ": countersign\n\n";
  return after === NOW ? `${words}id: ${place}\nevent: ${PLACE_EVENT}\ndata:\n\n` : words;
}

function readPage({ engine, by }: StreamRequest, after: string | undefined) {
  return engine.stream(by, { limit: PAGE, ...(after !== undefined && { after }) });
}

/** The text of each entry. An entry goes to every listener of its organisation, but is written once. */
const TEXTS = {
  head: new WeakMap<StreamEntry, string>(),
  line: new WeakMap<StreamEntry, string>(),
};

function eventOf({ onlyHeads }: StreamRequest, entry: StreamEntry): string {
  const texts = onlyHeads ? TEXTS.head : TEXTS.line;
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const line = onlyHeads ? headOf(entry) : StreamLine.parse(entry);
  const text = `id: ${line.cursor}\nevent: entry\ndata: ${JSON.stringify(line)}\n\n`;
  texts.set(entry, text);
  return text;
}

function headOf({ event, ...entry }: StreamEntry): StreamHead {
  return StreamHead.parse({ ...entry, type: event.type });
}
