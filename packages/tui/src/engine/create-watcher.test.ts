import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@countersign/api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { EnginePort } from "../data/engine-port.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { type SampleServer, serveSamples } from "../testing/serve-samples.ts";
import { createTourEngine } from "../tour/create-tour-engine.ts";
import { SAMPLES } from "../tour/sample-tasks.ts";

/* Over HTTP, with an engine in memory at its other end. */
const [sample] = SAMPLES;
if (sample === undefined) throw new Error("There is no sample");
const TASKS = Array.from({ length: 120 }, (_, at) => `cs-${at}`);
const tour = createTourEngine(
  () => Date.now(),
  [...SAMPLES, ...TASKS.map((id) => ({ ...sample, id }))],
);
/** In pages, as an engine tells them; most of it waits for somebody else. */
const paged: EnginePort = {
  ...tour,
  inbox: (given = {}) => tour.inbox({ ...given, limit: SAMPLES.length }),
  async listTasks({ limit = 100, after = "0", ...given } = {}) {
    const { items } = await tour.listTasks(given);
    const end = Number(after) + limit;
    return { items: items.slice(Number(after), end), next: end < items.length ? `${end}` : null };
  },
};
const LONG = { timeout: 20_000, interval: 20 };

let server: SampleServer;
let lab: Lab;
beforeAll(async () => {
  server = await serveSamples(paged);
  lab = await openLab({ engine: () => createClient({ baseUrl: server.url }) });
  lab.program.start();
  await vi.waitFor(() => expect(lab.screen()).toContain("125 your turn"), LONG);
});
afterAll(async () => {
  lab.close();
  await server.close();
});

/** Until nothing was asked for a while. */
async function silence(): Promise<void> {
  for (let before = -1; before !== server.asked(); await pause(600)) before = server.asked();
}

/** More than it waits between two looks where nobody tells it anything. */
const LONGER_THAN_A_LOOK_MS = 1_300;

describe("the watcher", () => {
  it("asks nothing while nothing happens", async () => {
    await silence();
    const before = server.asked();
    await pause(LONGER_THAN_A_LOOK_MS);
    expect(server.asked()).toBe(before);
  });

  it("looks when something happens, once for a swarm", async () => {
    await silence();
    const before = server.asked();
    await tour.changeMode({ task: "ch-abc2", body: { mode: "per-task" } });
    for (let times = 0; times < 20; times += 1) server.tell("ch-abc2");
    await vi.waitFor(
      () => expect(lab.model().data.views.get("ch-abc2")?.round?.plan?.mode).toBe("per-task"),
      LONG,
    );
    await silence();
    expect(server.asked() - before).toBeLessThan(10);
  });

  it("sees everything that changed while nobody told it, however much that is", async () => {
    await silence();
    const shown = [...lab.model().data.lines.values()];
    for (const { task } of shown) await tour.changeMode({ task, body: { mode: "per-task" } });
    server.tell("ch-abc2");
    const stale = () =>
      shown.filter(({ task, seq }) => lab.model().data.lines.get(task)?.seq === seq).length;
    expect(stale()).toBeGreaterThan(60);
    await vi.waitFor(() => expect(stale()).toBe(0), LONG);
  });

  it("looks every second while the stream is broken, and follows it again", async () => {
    await silence();
    server.breakStreams();
    const before = server.asked();
    await vi.waitFor(() => expect(server.asked()).toBeGreaterThan(before), LONG);
    server.letStream();
    await vi.waitFor(() => expect(server.listeners()).toBe(1), LONG);
    expect(lab.model().data.link.is).toBe("live");
  });
});
