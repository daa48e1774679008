import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { QUERY_KEYS } from "./queries.ts";
import { createListRefresher } from "./refresh-lists.ts";

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A list on screen, and the times of its loads. */
async function openList(loadMs = 0, queryKey: readonly string[] = QUERY_KEYS.inbox) {
  const loads: number[] = [];
  const cache = new QueryClient();
  const list = new QueryObserver(cache, {
    queryKey,
    queryFn: async () => {
      const count = loads.push(performance.now());
      await sleep(loadMs);
      return count;
    },
  });
  const close = list.subscribe(() => undefined);
  onTestFinished(() => {
    close();
    cache.clear();
  });
  await vi.waitFor(() => expect(loads).toHaveLength(1));
  return { loads, refresher: createListRefresher(cache) };
}

describe("createListRefresher", () => {
  it("loads at once after a quiet time, and once for a burst of events", async () => {
    const { loads, refresher } = await openList();
    const began = performance.now();
    for (let event = 0; event < 60; event += 1) {
      refresher.refreshSoon();
      await sleep(20);
    }
    await vi.waitFor(() => expect(loads.length).toBeGreaterThan(1));
    await sleep(900);

    const [, first = 0, ...more] = loads;
    expect(first - began).toBeLessThan(250);
    expect(more.length).toBeGreaterThan(0);
    for (const [at, time] of more.entries())
      expect(time - (loads[at + 1] ?? 0)).toBeGreaterThanOrEqual(730);
  });

  it("waits longer between the loads of a list that takes long", async () => {
    const { loads, refresher } = await openList(300);
    const end = performance.now() + 2_600;
    while (performance.now() < end) {
      refresher.refreshSoon();
      await sleep(20);
    }

    const [, first = 0, second = 0] = loads;
    expect(second - first).toBeGreaterThanOrEqual(1_180);
  });

  it("loads the tasks that ended only after an event that may have ended one", async () => {
    const { loads, refresher } = await openList(0, QUERY_KEYS.ended);
    refresher.refreshSoon();
    await sleep(300);
    expect(loads).toHaveLength(1);
    refresher.refreshSoon(true);
    refresher.refreshSoon();
    await vi.waitFor(() => expect(loads).toHaveLength(2), 3_000);
    refresher.refreshSoon();
    await sleep(1_000);

    expect(loads).toHaveLength(2);
  });
});
