import { AsyncLocalStorage } from "node:async_hooks";
import type { Mirror } from "../../../packages/engine/src/index.ts";
import type { benchPool } from "../../../packages/engine/src/testing/bench-server.ts";

type Pool = ReturnType<typeof benchPool>;

/** How long transactions that moved a target branch were open, in total. */
export type LockedTime = { moves: number; lockedMs: number };

/**
 * Measures how long a target branch is locked: from the first message of the transaction in which it moves to the
 * end of that transaction. A move outside of a transaction counts alone.
 */
export function createTargetLock(now: () => number = () => performance.now()) {
  const total: LockedTime = { moves: 0, lockedMs: 0 };
  const begun = new Map<object, number>();
  const moving = new Set<object>();
  const jobs = new AsyncLocalStorage<{ client: object | null }>();
  const acquire = (client: object): void => {
    begun.delete(client);
  };
  const release = (client: object): void => {
    const began = begun.get(client);
    begun.delete(client);
    if (moving.delete(client) && began !== undefined) total.lockedMs += now() - began;
  };
  return {
    /** Runs a job, so that its moves are found in its own transactions. */
    run: <Result>(job: () => Result): Result => jobs.run({ client: null }, job),
    /** Remembers the client that the current job uses. */
    onMessage(client: object): void {
      const job = jobs.getStore();
      if (job === undefined) return;
      job.client = client;
      if (!begun.has(client)) begun.set(client, now());
    },
    watchPool(pool: Pool): void {
      pool.on("acquire", acquire);
      pool.on("release", (_error, client) => release(client));
    },
    watchMirror: <Watched extends Pick<Mirror, "moveTarget">>(mirror: Watched): Watched => ({
      ...mirror,
      async moveTarget(...args: Parameters<Mirror["moveTarget"]>) {
        const client = jobs.getStore()?.client ?? null;
        const isOpen = client !== null && begun.has(client);
        if (isOpen) moving.add(client);
        const began = now();
        const result = await mirror.moveTarget(...args);
        total.moves += 1;
        if (!isOpen) total.lockedMs += now() - began;
        return result;
      },
    }),
    read: (): LockedTime => ({ ...total }),
  };
}
