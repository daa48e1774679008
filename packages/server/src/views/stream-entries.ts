import { setTimeout as sleep } from "node:timers/promises";
import { NOW, PLACE_EVENT, StreamLine } from "@countersign/api";
import type { Engine, Principal, StreamEntry } from "@countersign/engine";

export type StreamPace = {
  /** Milliseconds between polls when there are no new entries. */
  pollMs: number;
  /** Milliseconds of silence after which a keep-alive is sent and the token is checked again. */
  keepAliveMs: number;
};

type Reader = {
  engine: Engine;
  by: Principal;
  after: string | undefined;
  pace: StreamPace;
  /** Ends the stream. */
  signal: AbortSignal;
  isStillAllowed: () => Promise<boolean>;
};

const PAGE = 100;

/**
 * Streams log entries as server-sent events, at the speed of the reader. Reads the first page
 * before it responds, so an invalid cursor is refused as such.
 */
export async function streamEntries(reader: Reader): Promise<AsyncGenerator<string, void, void>> {
  const { items, next } = await readPage(reader, reader.after);
  return follow(reader, items, next ?? undefined);
}

async function* follow(
  reader: Reader,
  first: readonly StreamEntry[],
  place: string | undefined,
): AsyncGenerator<string, void, void> {
  const { pace, signal, isStillAllowed } = reader;
  let cursor = place;
  let items = first;
  let checkedMs = performance.now();
  yield beginning(reader.after, place);
  while (!signal.aborted) {
    if (performance.now() - checkedMs >= pace.keepAliveMs) {
      if (!(await isStillAllowed())) return;
      checkedMs = performance.now();
      yield ": still here\n\n";
    }
    for (const entry of items) {
      cursor = entry.cursor;
      yield eventOf(entry);
    }
    if (items.length === 0) await pause(pace.pollMs, signal);
    if (signal.aborted) return;
    items = (await readPage(reader, cursor)).items;
  }
}

/** Sends the current cursor to a client that follows the stream from `now`. */
function beginning(after: string | undefined, place: string | undefined): string {
  const words = ": countersign\n\n";
  return after === NOW ? `${words}id: ${place}\nevent: ${PLACE_EVENT}\ndata:\n\n` : words;
}

function readPage({ engine, by }: Reader, after: string | undefined) {
  return engine.stream(by, { limit: PAGE, ...(after !== undefined && { after }) });
}

function eventOf(entry: StreamEntry): string {
  const line = StreamLine.parse(entry);
  return `id: ${line.cursor}\nevent: entry\ndata: ${JSON.stringify(line)}\n\n`;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
