import type { Client, OwnChange, TaskLine } from "@countersign/api";

/** What a page needs to know of an event: which task changed, and the state that it is in. */
type LiveEvent = { cursor: string; task: string; seq: number; state: TaskLine["state"] };

export type LiveListener = {
  onEvent(event: LiveEvent): void;
  /** Called when the person's own draft or read marks changed, also in the terminal. */
  onOwn(change: OwnChange): void;
  /** Called when the stream was opened: events before it may have been missed. */
  onOpened(): void;
  /** Called with the time since which the page is not live; null while it is. */
  onLink(lostSinceMs: number | null): void;
  /** Called when the server refuses the stream, for example because the session has ended. */
  onRefused(): void;
  signal: AbortSignal;
};

type Message =
  | { type: "event"; event: LiveEvent }
  | { type: "own"; change: OwnChange }
  | { type: "link"; lostSinceMs: number | null }
  | { type: "opened" }
  | { type: "hello" };

const NAME = "countersign-live";
/** Milliseconds between a tab's question whether the stream is open and the answer that it is not. */
const HELLO_MS = 1_000;

/**
 * Follows the event stream over one connection of the whole browser.
 *
 * Without TLS a browser opens six connections to a host. Six tabs with a stream each would leave none for anything
 * else. The tab that holds the lock reads the stream and passes each event on; when that tab closes, the next one
 * resumes from the last cursor.
 */
export function followLiveEvents(
  engine: Client,
  { onEvent, onOwn, onOpened, onLink, onRefused, signal }: LiveListener,
): void {
  const tabs = new BroadcastChannel(NAME);
  let cursor = "now";
  let reported: number | null | undefined;
  let isLeader = false;
  const report = (lostSinceMs: number | null): void => {
    reported = lostSinceMs;
    onLink(lostSinceMs);
    if (isLeader) tabs.postMessage({ type: "link", lostSinceMs } satisfies Message);
  };
  const hear = (event: LiveEvent): void => {
    cursor = event.cursor;
    onEvent(event);
  };
  tabs.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.type === "event") hear(data.event);
    if (data.type === "own") onOwn(data.change);
    if (data.type === "link" && !isLeader) report(data.lostSinceMs);
    if (data.type === "opened") onOpened();
    // Before the stream was opened there is nothing to tell; its opening will be told.
    if (data.type === "hello" && isLeader && reported !== undefined) report(reported);
  });
  const began = Date.now();
  const silence = setTimeout(() => {
    if (reported === undefined) report(began);
  }, HELLO_MS);
  signal.addEventListener("abort", () => {
    clearTimeout(silence);
    tabs.close();
  });
  tabs.postMessage({ type: "hello" } satisfies Message);

  const lead = async (): Promise<void> => {
    isLeader = true;
    const told = {
      onLink(isOpen: boolean): void {
        if (isOpen) {
          report(null);
          onOpened();
          tabs.postMessage({ type: "opened" } satisfies Message);
        } else if (typeof reported !== "number" && !signal.aborted) report(Date.now());
      },
      onOwn(change: OwnChange): void {
        onOwn(change);
        tabs.postMessage({ type: "own", change } satisfies Message);
      },
    };
    for await (const { cursor: at, task, seq, state } of engine.heads(cursor, signal, told)) {
      const event: LiveEvent = { cursor: at, task, seq, state };
      hear(event);
      tabs.postMessage({ type: "event", event } satisfies Message);
    }
  };
  // A page that closes releases its lock.
  navigator.locks.request(NAME, { signal }, lead).catch(() => {
    if (signal.aborted) return;
    report(Date.now());
    onRefused();
  });
}
