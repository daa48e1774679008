import type { CDPSession, Page } from "playwright-core";
import { inject } from "vitest";

/** Milliseconds of the page's own thread per key, by line and by jump. */
export const MAX_LINE_MS = 12;
export const MAX_JUMP_MS = 40;
/** Milliseconds from a key to the frame with its effect (95 of 100), and from an address to the first rows. */
export const MAX_LINE_PAINT_MS = 50;
export const MAX_JUMP_PAINT_MS = 100;
export const MAX_FIRST_MS = 1_000;
/** Times of the clock depend on the load of the machine, so they are asserted only where time is given. */
export const IS_CLOCK_ASSERTED = inject("scale") >= 10;

/** Milliseconds between keys: a key that is held down repeats as fast. */
const KEY_INTERVAL_MS = 30;
const OPENINGS = inject("scale") < 1 ? 1 : 3;
/** Other load on the machine only adds to the processor time, so the lowest of some attempts counts. */
const ATTEMPTS = 3;
/** Milliseconds that the fixed work takes on the quiet machine on which the limits were set. */
const WORK_MS = 14;
const WORKS = 15;

/**
 * What one kind of key costs: processor time of the page's thread per key, and the time to the frame. A core that shares
 * its units with a busy one computes more slowly, so the processor time is divided by the slowness: how much longer fixed
 * work takes right after the keys than on the quiet machine.
 */
export type KeyCost = { cpuMs: number; paintMs: number; slowness: number };

export type KeyPresses = {
  keys: readonly string[];
  count: number;
  /** Processor time that ends the attempts. */
  maxMs: number;
  /** Milliseconds between keys. Default: those of a key that is held down. */
  intervalMs?: number;
};

export type PageMeter = {
  cdp: CDPSession;
  /** Presses keys. Each must move the cursor or show another task. */
  press(presses: KeyPresses): Promise<KeyCost>;
  /** Opens an address some times and returns the median time until the page has such an element. */
  open(address: string, selector: string): Promise<number>;
  metric(name: string): Promise<number>;
};

export async function openPageMeter(page: Page): Promise<PageMeter> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.context().addInitScript(watchFrames);
  const metric = async (name: string): Promise<number> => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find((one) => one.name === name)?.value ?? 0;
  };
  const measureWork = async (): Promise<number> => {
    const before = await metric("TaskDuration");
    for (let work = 0; work < WORKS; work += 1) await page.evaluate(doFixedWork);
    return (((await metric("TaskDuration")) - before) * 1_000) / WORKS;
  };
  const attempt = async ({ keys, count, intervalMs }: KeyPresses): Promise<KeyCost> => {
    await page.evaluate(() => Object.assign(globalThis, { keyDelays: [] }));
    const before = await metric("TaskDuration");
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press(keys[at % keys.length] ?? "");
      await page.waitForTimeout(intervalMs ?? KEY_INTERVAL_MS);
    }
    const cpuMs = (((await metric("TaskDuration")) - before) * 1_000) / count;
    const slowness = Math.max(1, (await measureWork()) / WORK_MS);
    const delays = await page.evaluate((): number[] => Reflect.get(globalThis, "keyDelays"));
    if (delays.length < count / 2)
      throw new Error(`${delays.length} of ${count} keys had an effect`);
    const paintMs = Math.round(percentile(delays, 0.95));
    return { cpuMs: round(cpuMs / slowness), paintMs, slowness: round(slowness) };
  };
  return {
    cdp,
    metric,
    async press(presses) {
      let least = await attempt(presses);
      for (let more = 1; more < ATTEMPTS && least.cpuMs > presses.maxMs; more += 1) {
        const next = await attempt(presses);
        if (next.cpuMs < least.cpuMs) least = next;
      }
      return least;
    },
    async open(address, selector) {
      const times: number[] = [];
      for (let opening = 0; opening < OPENINGS; opening += 1) {
        await page.goto(address, { waitUntil: "commit" });
        const shown = await page.waitForFunction(
          (wanted) => document.querySelector(wanted) !== null && performance.now(),
          selector,
        );
        times.push(Number(await shown.jsonValue()));
      }
      return Math.round(percentile(times, 0.5));
    },
  };
}

/** Work of a known size: texts, a sorted list, and rows that are laid out. Runs in the page. */
function doFixedWork(): void {
  const texts = Array.from({ length: 10_000 }, (_, at) => String((at * 7_919) % 10_007)).sort();
  const list = document.createElement("ol");
  list.append(
    ...texts.slice(0, 300).map((text) => {
      const row = document.createElement("li");
      row.textContent = text;
      return row;
    }),
  );
  document.body.append(list);
  list.getBoundingClientRect();
  list.remove();
}

/** Notes after each key how long it took until a frame with another cursor or task was painted. Runs in the page. */
function watchFrames(): void {
  const place = (): string => {
    const row = document.querySelector("tr[aria-current=true]")?.getAttribute("aria-rowindex");
    return `${document.querySelector("h1")?.textContent} ${row}`;
  };
  const watch = ({ timeStamp }: KeyboardEvent): void => {
    const before = place();
    // A key without an effect, such as half a page down at the end, belongs to no later key's measurement.
    const delays: number[] = Reflect.get(globalThis, "keyDelays");
    const look = (): void => {
      if (performance.now() - timeStamp > 2_000) return;
      if (place() === before) return void requestAnimationFrame(look);
      // The message arrives after the frame.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => delays.push(performance.now() - timeStamp));
      port1.start();
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  };
  addEventListener("keydown", watch, { capture: true });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
