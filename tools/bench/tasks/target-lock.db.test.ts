import { describe, expect, it, onTestFinished } from "vitest";
import type { Mirror } from "../../../packages/engine/src/index.ts";
import { benchPool } from "../../../packages/engine/src/testing/bench-server.ts";
import { countMessages } from "../../../packages/engine/src/testing/count-messages.ts";
import { testDatabase } from "../../../packages/engine/src/testing/test-database.ts";
import { createTargetLock } from "./target-lock.ts";

const { appUrl } = await testDatabase();
const REPOSITORY = { id: "shop", path: "/shop" };
const MOVE = { branch: "main", expected: "a".repeat(40), next: "b".repeat(40) };

/** A watched pool, and a mirror whose every move takes 30 ms of the clock. */
function openWatched() {
  const clock = { ms: 1_000 };
  const lock = createTargetLock(() => clock.ms);
  const messages = countMessages(lock.onMessage);
  const pool = benchPool(appUrl, 1);
  lock.watchPool(pool);
  onTestFinished(async () => {
    messages.stop();
    await pool.end();
  });
  const mirror = lock.watchMirror<Pick<Mirror, "moveTarget">>({
    async moveTarget() {
      clock.ms += 30;
      return { outcome: "moved" };
    },
  });
  /** Runs a transaction of 15 ms and the work. */
  const transact = async (work: () => Promise<unknown>) => {
    const client = await pool.connect();
    await client.query("BEGIN");
    clock.ms += 10;
    await work();
    clock.ms += 5;
    await client.query("COMMIT");
    client.release();
    clock.ms += 1_000;
  };
  return { lock, transact, move: () => mirror.moveTarget(REPOSITORY, MOVE) };
}

describe("the time for which a target is locked", () => {
  it("is the whole transaction in which the target moves", async () => {
    const { lock, transact, move } = openWatched();

    await lock.run(() => transact(move));

    expect(lock.read()).toEqual({ moves: 1, lockedMs: 45 });
  });

  it("contains no other transaction of the same job or connection", async () => {
    const { lock, transact, move } = openWatched();
    const wait = async () => undefined;

    await lock.run(async () => {
      await transact(wait);
      await transact(move);
      await transact(wait);
    });
    await transact(wait);

    expect(lock.read()).toEqual({ moves: 1, lockedMs: 45 });
  });

  it("is the move alone outside of a transaction", async () => {
    const { lock, move } = openWatched();

    await lock.run(move);

    expect(lock.read()).toEqual({ moves: 1, lockedMs: 30 });
  });
});
