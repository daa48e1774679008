import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { QUERY_KEYS } from "./queries.ts";
import { createListRefresher } from "./refresh-lists.ts";

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A list on screen, and the times of its loads. */
async function openList(loadMs = 0) {
  const loads: number[] = [];
  const cache = new QueryClient();
  const list = new QueryObserver(cache, {
    queryKey: QUERY_KEYS.inbox,
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
    for (let event = 0; event < 40; event += 1) {
      refresher.refreshSoon();
      await sleep(20);
    }
    await vi.waitFor(() => expect(loads.length).toBeGreaterThan(1));
    await sleep(400);

    const [, first = 0, ...more] = loads;
    expect(first - began).toBeLessThan(250);
    expect(more.length).toBeGreaterThan(0);
    for (const [at, time] of more.entries())
      expect(time - (loads[at + 1] ?? 0)).toBeGreaterThanOrEqual(280);
  });

  it("waits longer between the loads of a list that takes long", async () => {
    const { loads, refresher } = await openList(200);
    const end = performance.now() + 1_800;
    while (performance.now() < end) {
      refresher.refreshSoon();
      await sleep(20);
    }

    const [, first = 0, second = 0] = loads;
    expect(second - first).toBeGreaterThanOrEqual(780);
  });
});
