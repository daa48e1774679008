import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { printFigures } from "../../../packages/cli/src/testing/print-figures.ts";
import { times } from "../../../packages/cli/src/testing/times.ts";
import { openShop, type Shop } from "../open-shop.ts";
import {
  IS_CLOCK_ASSERTED,
  type KeyCost,
  type KeyPresses,
  MAX_FIRST_MS,
  MAX_JUMP_MS,
  MAX_JUMP_PAINT_MS,
  MAX_LINE_MS,
  MAX_LINE_PAINT_MS,
  openPageMeter,
  type PageMeter,
} from "./page-meter.ts";

const LINES_PER_FILE = 1_000;
const FRAMES = Math.min(120, times(120, 20));
const PIXELS_PER_SECOND = 50_000;
/** Milliseconds after which the last jump has ended. */
const SETTLE_MS = 300;
const MAX_HEAP_MB = 80;

const JUMPS = {
  halfPage: { keys: ["Control+d"], count: times(50, 15), maxMs: MAX_JUMP_MS },
  file: { keys: ["J", "J", "J", "K", "K", "K"], count: times(48, 12), maxMs: MAX_JUMP_MS },
  end: { keys: ["G", "g"], count: times(50, 10), maxMs: MAX_JUMP_MS },
} as const satisfies Record<string, KeyPresses>;
const LINE: KeyPresses = { keys: ["j"], count: times(100, 30), maxMs: MAX_LINE_MS };

let shop: Shop;
let page: Page;
let meter: PageMeter;

beforeAll(async () => {
  shop = await openShop();
  page = await shop.lab.openPage();
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  meter = await openPageMeter(page);
});
afterAll(() => shop?.close());

/** An agent submits a change of whole files. Returns the address of its task. */
async function submitChange(branch: string, files: number): Promise<string> {
  const { bench } = shop.stage;
  await bench.git("switch", "--quiet", "-c", branch, "main");
  for (let file = 0; file < files; file += 1) {
    const line = (at: number): string => `export const value${file}x${at} = [${at}, "${file}"];`;
    const lines = Array.from({ length: LINES_PER_FILE }, (_, at) => line(at));
    await bench.write(`file-${file}.js`, `${lines.join("\n")}\n`);
  }
  const { task } = await shop.stage.json(["task", "submit", "--title", branch], {
    CLAUDECODE: "1",
  });
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", branch);
  await bench.until(task, ({ round }) => round?.decision != null);
  return `${shop.lab.url}/t/${task}`;
}

/** Opens a change, moves through it, and asserts what it costs. */
async function moveThrough(address: string, subject: string): Promise<void> {
  const firstMs = await meter.open(address, ".diff td.code");
  await page.locator(".diff td.code .t-word").first().waitFor();
  const line = await meter.press(LINE);
  const jumps: Record<string, KeyCost> = {};
  for (const [name, presses] of Object.entries(JUMPS)) jumps[name] = await meter.press(presses);
  await page.waitForTimeout(SETTLE_MS);
  const blankFrames = await page
    .getByRole("region", { name: "The change" })
    .evaluate(scrollAndCountBlank, { frames: FRAMES, step: PIXELS_PER_SECOND / 60 });
  printFigures(subject, { firstMs, line, ...jumps, blankFrames });

  expect(line.cpuMs).toBeLessThanOrEqual(MAX_LINE_MS);
  for (const [name, { cpuMs }] of Object.entries(jumps))
    expect(cpuMs, name).toBeLessThanOrEqual(MAX_JUMP_MS);
  expect(blankFrames).toBe(0);
  if (!IS_CLOCK_ASSERTED) return;
  expect(firstMs).toBeLessThanOrEqual(MAX_FIRST_MS);
  expect(line.paintMs).toBeLessThanOrEqual(MAX_LINE_PAINT_MS);
  for (const [name, { paintMs }] of Object.entries(jumps))
    expect(paintMs, name).toBeLessThanOrEqual(MAX_JUMP_PAINT_MS);
}

// A larger one costs no less, so it is enough where time is short.
describe.runIf(inject("scale") >= 1)("a change of 5,000 lines", () => {
  it("is shown soon, moves with little processor time, and leaves no frame blank", async () => {
    await moveThrough(await submitChange("agent/medium", 5), "a change of 5,000 lines");
  });
});

describe("a change of 40,000 lines", () => {
  it("moves by line, half page, file and end with little processor time, and leaves no frame blank", async () => {
    await moveThrough(await submitChange("agent/large", 40), "a change of 40,000 lines");
  });

  it("takes little memory", async () => {
    await meter.cdp.send("HeapProfiler.collectGarbage");
    const heapMb = Math.round((await meter.metric("JSHeapUsedSize")) / 1_000_000);
    printFigures("memory with 40,000 lines", { heapMb });
    expect(heapMb).toBeLessThanOrEqual(MAX_HEAP_MB);
  });
});

/** Scrolls by a step before each frame, and counts the frames without a row in the middle. Runs in the page. */
async function scrollAndCountBlank(
  element: Element,
  { frames, step }: { frames: number; step: number },
): Promise<number> {
  const { left, top, width, height } = element.getBoundingClientRect();
  element.scrollTo({ top: 0 });
  let blank = 0;
  for (let count = 0; count < frames; count += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    element.scrollBy({ top: step });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    if (shown?.closest(".diff tr:not([aria-hidden])") == null) blank += 1;
  }
  return blank;
}
