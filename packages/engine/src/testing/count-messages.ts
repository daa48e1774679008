import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";
import { OWNER, WORKER_LOGIN } from "../platform/postgres/solo-access.ts";

/** Messages passed to the driver, and the waits for an answer that they cost. */
export type MessageCount = { messages: number; roundTrips: number };

export type MessageCounter = {
  /** Counts the messages that the work sends under this origin. */
  attribute<Result>(origin: string, work: () => Result): Result;
  /** Returns the counts so far by origin, without the owner's messages. */
  read(): ReadonlyMap<string, MessageCount>;
  stop(): void;
};

/** The origin of messages that no call of `attribute` covers. */
const DEFAULT_ORIGIN = "background";

/**
 * Counts the calls of the driver's `query` in this process: several statements in one call are one message.
 *
 * A message that is pipelined behind an unanswered one is part of its round trip. Messages of the queue's login
 * have the origin `queue`.
 *
 * `isCounted` selects connections. Test files share a process, and work that an earlier file left behind sends messages.
 */
export function countMessages(
  onMessage: (client: Client, text: string) => void = () => {},
  isCounted: (client: Client) => boolean = () => true,
): MessageCounter {
  const counts = new Map<string, MessageCount>();
  const origins = new AsyncLocalStorage<string>();
  const isBusy = trackBusyClients();
  const plain = Client.prototype.query;
  Object.assign(Client.prototype, {
    query(this: Client, ...args: unknown[]): unknown {
      if (this.user !== OWNER && isCounted(this)) {
        const asked = origins.getStore() ?? DEFAULT_ORIGIN;
        const origin = this.user === WORKER_LOGIN ? "queue" : asked;
        const count = counts.get(origin) ?? { messages: 0, roundTrips: 0 };
        counts.set(origin, count);
        count.messages += 1;
        const isJoined = isBusy(this) && Reflect.get(this, "pipeline") === true;
        if (!isJoined) count.roundTrips += 1;
        onMessage(this, messageText(args[0]));
      }
      return Reflect.apply(plain, this, args);
    },
  });
  return {
    attribute: (origin, work) => origins.run(origin, work),
    read: () => new Map([...counts].map(([origin, count]) => [origin, { ...count }])),
    stop() {
      Object.assign(Client.prototype, { query: plain });
    },
  };
}

function messageText(given: unknown): string {
  return typeof given === "string" ? given : String(Object(given).text);
}

/** Returns whether a client waits for an answer, and marks it as waiting. */
function trackBusyClients(): (client: Client) => boolean {
  const busy = new WeakMap<Client, boolean>();
  return (client) => {
    const known = busy.get(client);
    if (known === undefined) client.on("drain", () => busy.set(client, false));
    busy.set(client, true);
    return known ?? false;
  };
}
