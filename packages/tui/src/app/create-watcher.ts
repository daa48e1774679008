import { type Asker, RETRY_MS } from "./create-asker.ts";
import type { Running } from "./outside.ts";

const LOOK_MS = 1_000;
const NEWEST = 50;
const INBOX = 500;

export type Watcher = {
  /** Looks at once; whole: also at what waits, whether anything changed or not. */
  look(isWhole: boolean): Promise<void>;
  start(): void;
};

/** Keeps the model up with the engine: the tasks that changed last, and when there are any, what waits. */
export function createWatcher(running: Running, { failed }: Asker): Watcher {
  const { engine, read, send, later } = running;

  const look = async (isWhole: boolean): Promise<void> => {
    try {
      const { items } = await engine.listTasks({ order: "newest", limit: NEWEST });
      const { lines, link } = read().data;
      const changed = items.filter(({ task, seq }) => (lines.get(task)?.seq ?? -1) < seq);
      if (changed.length > 0)
        send({ type: "answered", answer: { type: "changed", lines: changed } });
      if (!isWhole && changed.length === 0 && link.is === "live") return;
      const inbox = await engine.inbox({ order: read().review.order, limit: INBOX });
      send({ type: "answered", answer: { type: "inbox", inbox } });
    } catch (error) {
      send(failed("look", error));
    }
  };

  const again = (): void => {
    const pause = read().data.link.is === "lost" ? RETRY_MS : LOOK_MS;
    later(pause, () => void look(false).finally(again));
  };

  return { look, start: again };
}
