import { beforeEach, describe, expect, it } from "vitest";
import { FetchGate } from "./fetch-gate.ts";

const POOL = {};
let gate: FetchGate;
let passed: string[][];

beforeEach(() => {
  gate = new FetchGate({ effects: 2, merges: 1, reviewers: 2 });
  passed = [];
});

/** Lets workers wait at the gate. */
async function wait(workers: number, pool: object = POOL): Promise<void> {
  for (let count = 0; count < workers; count += 1)
    void gate.admit(pool).then((full) => passed.push(full));
  await settle();
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Opens the gate for workers, whose first probe finds nothing. */
async function openFor(workers: number): Promise<void> {
  await wait(workers);
  gate.open(POOL);
  await settle();
  gate.onFetched(POOL, null);
  passed = [];
}

describe("the gate of fetches", () => {
  it("lets no worker of a pool pass before it is opened, and one to probe then", async () => {
    await wait(3);
    gate.probe();
    await settle();
    expect(passed).toEqual([]);

    gate.open(POOL);
    await settle();

    expect(passed).toEqual([[]]);
  });

  it("lets one fetch pass for each announced job, while each queue may still get them all", async () => {
    await openFor(5);
    gate.announce(3);
    await settle();
    expect(passed).toEqual([[], ["merges"]]);
    gate.onFetched(POOL, "effects");
    gate.onFetched(POOL, "effects");
    await settle();

    expect(passed).toEqual([[], ["merges"], ["effects", "merges"]]);
  });

  it("goes on probing until a fetch finds nothing", async () => {
    await openFor(5);
    gate.probe();
    await settle();
    gate.onFetched(POOL, "effects");
    await settle();
    expect(passed).toHaveLength(3);
    gate.onFetched(POOL, null);
    gate.onFetched(POOL, null);
    await settle();

    expect(passed).toHaveLength(3);
  });

  it("names the queues at their limit, and probes when one of their jobs ends", async () => {
    await openFor(6);
    gate.announce(2);
    await settle();
    gate.onFetched(POOL, "merges");
    await settle();
    expect(passed).toEqual([[], ["merges"]]);
    gate.onFetched(POOL, "effects");
    gate.onEnded("effects");
    await settle();

    expect(passed).toEqual([[], ["merges"], ["merges"]]);
  });

  it("probes after a job of a partition only when its end is written and another may wait", async () => {
    await openFor(6);
    gate.announce(1);
    await settle();
    gate.onFetched(POOL, "reviewers");
    gate.onEnded("reviewers");
    gate.onConnectionReleased();
    await settle();
    expect(passed).toHaveLength(1);

    gate.announce(2);
    await settle();
    gate.onFetched(POOL, "reviewers");
    await settle();
    gate.onFetched(POOL, null);
    gate.onEnded("reviewers");
    await settle();
    const before = passed.length;
    gate.onConnectionReleased();
    await settle();

    expect(passed).toHaveLength(before + 1);
  });

  it("lets all workers of a dismissed pool pass, and those of others wait", async () => {
    const other = {};
    await wait(2);
    await wait(2, other);
    gate.close(POOL);
    gate.dismiss(POOL);
    await wait(1);

    expect(passed).toEqual([[], [], []]);
  });
});
