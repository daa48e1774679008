import { readdir, readFile, stat } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times } from "../../packages/cli/src/testing/times.ts";
import { openShop, type Shop } from "./open-shop.ts";

const DIST = fileURLToPath(new URL("../../packages/web/dist", import.meta.url));
const FILES = 20;
const LINES_PER_FILE = 2_000;
/** Milliseconds between keys: a key that is held down repeats as fast. */
const KEY_INTERVAL_MS = 30;
const FRAMES = Math.min(120, times(120, 20));
const PIXELS_PER_SECOND = 50_000;
/** Kilobytes of 1,000 bytes. */
const KB = 1_000;
const MAX_BUILD_KB = 2_000;
const MAX_HEAP_MB = 80;
/** Kilobytes of the first JavaScript, compressed. */
const MAX_FIRST_SCRIPT_KB = 230;
/** Milliseconds of the page's own thread per key, by line and by jump. */
const MAX_LINE_MS = 12;
const MAX_JUMP_MS = 40;

const figures: Record<string, number> = {};

describe("the built pages", () => {
  it("are small as a whole", async () => {
    const index = await readFile(join(DIST, "index.html"), "utf8");
    const first = [...index.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)];
    for (const [, path = ""] of first) {
      const size = gzipSync(await readFile(join(DIST, path))).length;
      figures.firstScriptKb = Math.round((figures.firstScriptKb ?? 0) + size / KB);
    }
    const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map(async ({ parentPath, name }) => await stat(join(parentPath, name)));
    const total = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
    figures.buildKb = Math.round(total / KB);

    expect(first.length).toBeGreaterThan(0);
    expect(figures.firstScriptKb).toBeLessThanOrEqual(MAX_FIRST_SCRIPT_KB);
    expect(figures.buildKb).toBeLessThanOrEqual(MAX_BUILD_KB);
  });
});

describe("a change of 40,000 lines", () => {
  let shop: Shop;
  let page: Page;
  let cdp: CDPSession;

  beforeAll(async () => {
    shop = await openShop();
    const { bench } = shop.stage;
    await bench.git("switch", "--quiet", "-c", "agent/large", "main");
    for (let file = 0; file < FILES; file += 1) {
      const line = (at: number): string => `export const value${file}x${at} = [${at}, "${file}"];`;
      const lines = Array.from({ length: LINES_PER_FILE }, (_, at) => line(at));
      await bench.write(`file-${file}.js`, `${lines.join("\n")}\n`);
    }
    const args = ["task", "submit", "--title", "A large change"];
    const { task } = await shop.stage.json(args, { CLAUDECODE: "1" });
    await bench.until(task, ({ round }) => round?.decision != null);
    page = await shop.lab.openPage();
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    await page.goto(`${shop.lab.url}/t/${task}`);
    await page.locator(".diff td.code .t-word").first().waitFor();
    cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  });
  afterAll(async () => {
    figures.load = Math.round(loadavg()[0] ?? 0);
    process.stdout.write(`figures of the pages ${JSON.stringify(figures)}\n`);
    await shop?.close();
  });

  async function metric(name: string): Promise<number> {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find((one) => one.name === name)?.value ?? 0;
  }

  /** Returns the processor time of the page's thread per key, which a busy machine changes little. */
  async function costOf(keys: readonly string[], count: number): Promise<number> {
    const before = await metric("TaskDuration");
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press(keys[at % keys.length] ?? "");
      await page.waitForTimeout(KEY_INTERVAL_MS);
    }
    return Math.round((((await metric("TaskDuration")) - before) * 10_000) / count) / 10;
  }

  it("moves by line, half page, file and end with little processor time, and leaves no frame blank", async () => {
    figures.lineMs = await costOf(["j"], times(100, 30));
    figures.halfPageMs = await costOf(["Control+d"], times(50, 15));
    figures.fileMs = await costOf(["J", "]"], times(50, 10));
    figures.endMs = await costOf(["G", "g"], times(50, 10));
    const frame = page.getByRole("region", { name: "The change" });
    figures.blankFrames = await frame.evaluate(scrollAndCountBlank, {
      frames: FRAMES,
      step: PIXELS_PER_SECOND / 60,
    });
    expect(figures.lineMs).toBeLessThanOrEqual(MAX_LINE_MS);
    for (const jump of ["halfPageMs", "fileMs", "endMs"])
      expect(figures[jump], jump).toBeLessThanOrEqual(MAX_JUMP_MS);
    expect(figures.blankFrames).toBe(0);
  });

  it("takes little memory", async () => {
    await cdp.send("HeapProfiler.collectGarbage");
    figures.heapMb = Math.round((await metric("JSHeapUsedSize")) / KB / KB);
    expect(figures.heapMb).toBeLessThanOrEqual(MAX_HEAP_MB);
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
