import type { OwnChange, TaskLine } from "@countersign/api";
import { type Asker, RETRY_MS } from "./create-asker.ts";
import type { RunningRequest } from "./outside.ts";

/** Milliseconds between polls without and with an event stream. */
const LOOK_MS = 1_000;
const SELDOM_MS = 60_000;
/** Milliseconds during which events are collected and handled together, because they arrive in bursts. */
const TOGETHER_MS = 200;
const NEWEST = 50;
const MAX_PAGES = 40;
const INBOX = 500;

export type Watcher = {
  /** Polls at once; `isWhole` also reloads the inbox if nothing has changed. */
  look(isWhole: boolean): Promise<void>;
  start(): void;
  stop(): void;
};

/** Keeps the model up to date: loads the tasks that changed last and, if there are any, the inbox. */
export function createWatcher(running: RunningRequest, { failed }: Asker): Watcher {
  const { engine, outside, read, send, later } = running;
  const end = new AbortController();
  let isTold = false;
  let isDue = false;
  let lookedMs = 0;

  /** Reports a change of the person's draft or read marks; null if changes may have been missed. */
  const reportOwn = (change: OwnChange | null): void =>
    send({ type: "answered", answer: { type: "own", own: { is: "changed", change } } });

  const look = async (isWhole: boolean): Promise<void> => {
    lookedMs = outside.nowMs();
    if (!isTold) reportOwn(null);
    try {
      const changed = await readNews(running);
      const { link } = read().data;
      if (changed.length > 0)
        send({ type: "answered", answer: { type: "changed", lines: changed } });
      if (!isWhole && changed.length === 0 && link.is === "live") return;
      const inbox = await engine.inbox({ order: read().review.order, limit: INBOX });
      send({ type: "answered", answer: { type: "inbox", inbox } });
    } catch (error) {
      send(failed("look", error));
    }
  };

  const lookSoon = (): void => {
    if (isDue) return;
    isDue = true;
    later(TOGETHER_MS, () => {
      isDue = false;
      void look(false);
    });
  };

  /** Follows the event stream; without one the engine is polled every second. */
  const follow = async (): Promise<void> => {
    const onLink = (isOpen: boolean): void => {
      isTold = isOpen;
      if (!isOpen) return;
      reportOwn(null);
      lookSoon();
    };
    const told = { onLink, onOwn: reportOwn };
    try {
      for await (const _ of engine.heads("now", end.signal, told)) lookSoon();
    } catch {
      // The next poll reports the error.
    }
    isTold = false;
  };

  const again = (): void => {
    const pause = read().data.link.is === "lost" ? RETRY_MS : LOOK_MS;
    later(pause, () => {
      const isEnough = isTold && outside.nowMs() - lookedMs < SELDOM_MS;
      void (isEnough ? Promise.resolve() : look(false)).finally(again);
    });
  };

  return {
    look,
    start() {
      void follow();
      again();
    },
    stop: () => end.abort(),
  };
}

/**
 * Loads the tasks that changed since they were loaded. After a long pause there may be many: it
 * reads more pages while a page contains only changed tasks and some of them are visible.
 */
async function readNews({ engine, read }: RunningRequest): Promise<TaskLine[]> {
  const news: TaskLine[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next } = await engine.listTasks({ order: "newest", limit: NEWEST, after });
    const { lines } = read().data;
    const changed = items.filter(({ task, seq }) => (lines.get(task)?.seq ?? -1) < seq);
    news.push(...changed);
    const isAllNews =
      changed.length === items.length && changed.some(({ task }) => lines.has(task));
    if (next === null || !isAllNews) break;
    after = next;
  }
  return news;
}
