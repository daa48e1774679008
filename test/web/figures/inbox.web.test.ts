import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { printFigures } from "../../../packages/cli/src/testing/print-figures.ts";
import { times } from "../../../packages/cli/src/testing/times.ts";
import {
  ownerUrl,
  readAccess,
} from "../../../packages/engine/src/platform/postgres/solo-access.ts";
import { benchPool } from "../../../packages/engine/src/testing/bench-server.ts";
import { cloneTask } from "../../../tools/bench/clone-task.ts";
import { openShop, type Shop } from "../open-shop.ts";
import {
  IS_CLOCK_ASSERTED,
  MAX_FIRST_MS,
  MAX_JUMP_MS,
  MAX_JUMP_PAINT_MS,
  MAX_LINE_MS,
  MAX_LINE_PAINT_MS,
  openPageMeter,
  type PageMeter,
} from "./page-meter.ts";

/** Only the rows in sight are drawn, so fewer tasks cost nearly as much per key. */
const TASKS = inject("scale") < 1 ? 500 : 5_000;
/** Milliseconds between two tasks of a run: long enough for everything that a task on screen does. */
const TASK_INTERVAL_MS = 300;

let shop: Shop;
let page: Page;
let meter: PageMeter;

beforeAll(async () => {
  shop = await openShop();
  const { bench } = shop.stage;
  const lines = Array.from({ length: 40 }, (_, at) => `export const value${at} = [${at}];`);
  const task = await shop.stage.submit("agent/small", "value.js", `${lines.join("\n")}\n`);
  await shop.waiting(task);
  const owner = benchPool(ownerUrl(await readAccess(join(bench.data, "postgres-18"))), 1);
  await cloneTask(owner, task, TASKS);
  await owner.end();
  page = await shop.lab.openPage();
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  meter = await openPageMeter(page);
});
afterAll(() => shop?.close());

describe("a large inbox", () => {
  it("moves by line, half page and end with little processor time", async () => {
    const firstMs = await meter.open(`${shop.lab.url}/`, "tr[data-index] a");
    await page.getByText("loading more").waitFor({ state: "detached" });
    const line = await meter.press({ keys: ["j"], count: times(100, 30), maxMs: MAX_LINE_MS });
    const jump = { count: times(50, 10), maxMs: MAX_JUMP_MS };
    const halfPage = await meter.press({ keys: ["Control+d"], ...jump });
    const end = await meter.press({ keys: ["G", "g"], ...jump });
    printFigures(`an inbox of ${TASKS} tasks`, { firstMs, line, halfPage, end });

    expect(line.cpuMs).toBeLessThanOrEqual(MAX_LINE_MS);
    for (const { cpuMs } of [halfPage, end]) expect(cpuMs).toBeLessThanOrEqual(MAX_JUMP_MS);
    if (!IS_CLOCK_ASSERTED) return;
    expect(firstMs).toBeLessThanOrEqual(MAX_FIRST_MS);
    expect(line.paintMs).toBeLessThanOrEqual(MAX_LINE_PAINT_MS);
    for (const { paintMs } of [halfPage, end])
      expect(paintMs).toBeLessThanOrEqual(MAX_JUMP_PAINT_MS);
  });
});

describe("a review run over a large inbox", () => {
  it("shows the next task with little processor time", async () => {
    const firstMs = await meter.open(`${shop.lab.url}/run`, ".diff td.code");
    await page.getByText("Loading more tasks").waitFor({ state: "detached" });
    const next = await meter.press({
      keys: ["n"],
      count: times(40, 20),
      maxMs: MAX_JUMP_MS,
      intervalMs: TASK_INTERVAL_MS,
    });
    printFigures(`a run over ${TASKS} tasks`, { firstMs, next });

    expect(next.cpuMs).toBeLessThanOrEqual(MAX_JUMP_MS);
    if (!IS_CLOCK_ASSERTED) return;
    expect(firstMs).toBeLessThanOrEqual(MAX_FIRST_MS);
    expect(next.paintMs).toBeLessThanOrEqual(MAX_JUMP_PAINT_MS);
  });
});
