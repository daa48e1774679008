import { setTimeout as sleep } from "node:timers/promises";
import type { Engine, Principal, StreamEntry } from "@countersign/engine";

/** What a listener gets from its organisation's reader. */
export type TailMessage =
  | { is: "entries"; entries: readonly StreamEntry[] }
  /** A draft or read mark of the listener changed. */
  | { is: "own"; task: string; what: "draft" | "read" }
  /** The credential is still valid. */
  | { is: "alive" }
  /** The credential is no longer valid, or the reader failed. */
  | { is: "end"; error: unknown };

type TailListener = { by: Principal; receive(message: TailMessage): void };

export type TailPace = { pollMs: number; keepAliveMs: number };

export type OrganisationTails = {
  /** Adds a listener once the reader's position is known: everything after it will be received. */
  join(listener: TailListener): Promise<() => void>;
  /** Tells a person's listeners that their draft or read marks changed. */
  tellOwn(by: Principal, task: string, what: "draft" | "read"): void;
};

const PAGE = 500;

/** Reads the events of each organisation once, however many clients listen. Reads nothing while there are none. */
export function createOrganisationTails(engine: Engine, pace: TailPace): OrganisationTails {
  const tails = new Map<string, Tail>();
  const open = (by: Principal): Tail => {
    const key = tailKey(by);
    const known = tails.get(key);
    if (known !== undefined) return known;
    const tail = startTail(engine, pace, by, () => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    tails.set(key, tail);
    return tail;
  };
  return {
    async join(listener) {
      const tail = open(listener.by);
      tail.listeners.add(listener);
      const leave = () => {
        tail.listeners.delete(listener);
        if (tail.listeners.size === 0) tail.stop();
      };
      try {
        await tail.ready;
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    tellOwn(by, task, what) {
      const { listeners } = tails.get(tailKey(by)) ?? { listeners: [] };
      for (const { by: other, receive } of listeners)
        if (other.actor.id === by.actor.id && other.role === "human")
          receive({ is: "own", task, what });
    },
  };
}

/** A credential for one task reads only that task, so it has a reader of its own. */
function tailKey({ org, task }: Principal): string {
  return `${org} ${task ?? ""}`;
}

type Tail = { listeners: Set<TailListener>; ready: Promise<void>; stop(): void };

function startTail(engine: Engine, pace: TailPace, first: Principal, onEnd: () => void): Tail {
  const listeners = new Set<TailListener>();
  const end = new AbortController();
  const position = (async () => (await engine.stream(first, { after: "now" })).next)();
  const stop = () => {
    end.abort();
    onEnd();
  };
  const tellAll = (message: TailMessage) => {
    for (const { receive } of [...listeners]) receive(message);
  };
  position
    .then((cursor) => follow({ engine, pace, listeners, signal: end.signal, tellAll }, cursor))
    .catch((error: unknown) => {
      stop();
      tellAll({ is: "end", error });
    });
  return { listeners, ready: position.then(() => undefined), stop };
}

type Following = {
  engine: Engine;
  pace: TailPace;
  listeners: ReadonlySet<TailListener>;
  signal: AbortSignal;
  tellAll(message: TailMessage): void;
};

async function follow(following: Following, start: string | null): Promise<void> {
  const { pace, listeners, signal } = following;
  let cursor = start;
  let checkedMs = performance.now();
  while (!signal.aborted) {
    await sleep(pace.pollMs, undefined, { signal }).catch(() => undefined);
    const [reader] = listeners;
    if (signal.aborted || reader === undefined) return;
    if (performance.now() - checkedMs >= pace.keepAliveMs) {
      await checkCredentials(following);
      checkedMs = performance.now();
    }
    cursor = await readNew(following, reader.by, cursor);
  }
}

/** Reads and sends everything after a cursor. Returns the last one. */
async function readNew(
  { engine, signal, tellAll }: Following,
  by: Principal,
  start: string | null,
): Promise<string | null> {
  let cursor = start;
  while (!signal.aborted) {
    const after = cursor === null ? {} : { after: cursor };
    const { items } = await engine.stream(by, { limit: PAGE, ...after });
    cursor = items.at(-1)?.cursor ?? cursor;
    if (items.length > 0) tellAll({ is: "entries", entries: items });
    if (items.length < PAGE) return cursor;
  }
  return cursor;
}

/** Checks the credentials of all listeners with one statement, and ends those that are not valid any more. */
async function checkCredentials({ engine, listeners }: Following): Promise<void> {
  const all = [...listeners];
  const [first] = all;
  if (first === undefined) return;
  const ids = new Set(all.map(({ by }) => by.token));
  const valid = await engine.validTokens(first.by.org, [...ids]);
  for (const { by, receive } of all)
    receive(valid.has(by.token) ? { is: "alive" } : { is: "end", error: null });
}
