import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@countersign/api";
import type { Locator, Page } from "playwright-core";
import { z } from "zod";

/** What was on screen when a key was pressed. */
export type Sight = { key: string; heading: string; text: string };

/** Notes what is on screen at each key, before the page handles it, until another document is loaded. */
export async function watchKeys(page: Page): Promise<() => Promise<Sight[]>> {
  const seen = await page.evaluateHandle(() => {
    const sights: Sight[] = [];
    const onKey = ({ key }: KeyboardEvent): void => {
      const heading = document.querySelector("h1")?.textContent ?? "";
      const shown = document.querySelector("[role=dialog]") ?? document.querySelector("main");
      const text = shown instanceof HTMLElement ? shown.innerText : "";
      sights.push({ key, heading, text });
    };
    addEventListener("keydown", onKey, { capture: true });
    return sights;
  });
  return () => seen.jsonValue();
}

/** Returns a function that says how many milliseconds lay between the last two keys when they reached the page. */
export async function watchKeyGaps(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const keys: number[] = [];
    addEventListener("keydown", () => keys.push(performance.now()), { capture: true });
    return keys;
  });
  return () => seen.evaluate((keys) => (keys.at(-1) ?? 0) - (keys.at(-2) ?? 0));
}

/** Returns a function that says how long the buttons of the open dialog had been there at the last key, in milliseconds. */
export async function watchButtons(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const times = { shown: 0, key: 0 };
    let wasShown = false;
    new MutationObserver(() => {
      const isShown = document.querySelector("[role=dialog] button") !== null;
      if (isShown && !wasShown) times.shown = performance.now();
      wasShown = isShown;
    }).observe(document.body, { childList: true, subtree: true });
    addEventListener("keydown", () => Object.assign(times, { key: performance.now() }), {
      capture: true,
    });
    return times;
  });
  return () => seen.evaluate(({ shown, key }) => key - shown);
}

/** Keys that decide are ignored for a moment after the screen changed. */
const SETTLE_MS = 350;

/** Milliseconds after which a page counts as idle. Rarely, Chromium gives no idle time to a page that does nothing. */
const IDLE_MS = 5_000;
/** Milliseconds in which a page that works answers, on a busy machine. */
const MAX_SILENT_MS = 30_000;

/** Presses a key that decides, once the screen has not changed for a moment. */
export async function pressSettled(page: Page, key: string): Promise<void> {
  const isIdle = page.evaluate(
    (timeout) =>
      new Promise<boolean>((resolve) => requestIdleCallback(() => resolve(true), { timeout })),
    IDLE_MS,
  );
  if (!(await Promise.race([isIdle, sleep(MAX_SILENT_MS, false, { ref: false })])))
    throw new Error(`The page did not answer for ${MAX_SILENT_MS} ms, so ${key} was not pressed`);
  await page.waitForTimeout(SETTLE_MS);
  await page.keyboard.press(key);
}

/** Milliseconds after which a person sees that a key did nothing. */
const NOTICED_MS = 3_000;

/** Presses a key until it shows its effect, as a person does: the page may have changed just before the first time. */
export async function pressUntil(page: Page, key: string, effect: Locator): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await pressSettled(page, key);
    const isShown = effect.waitFor({ timeout: NOTICED_MS }).then(
      () => true,
      () => false,
    );
    if (await isShown) return;
  }
  throw new Error(`${key} has no effect`);
}

/** Sends keys as fast as the browser takes them. */
export async function pasteKeys(page: Page, key: string, count: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const event = { key, text: key, code: `Key${key.toUpperCase()}` };
  await Promise.all(
    Array.from({ length: count }, async () => {
      await Promise.all([
        cdp.send("Input.dispatchKeyEvent", { type: "keyDown", ...event }),
        cdp.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }),
      ]);
    }),
  );
  await cdp.detach();
}

/** A person's approval as the log has it, with the tree that was submitted for that round. */
export type LoggedApproval = { round: number; tree: string; submittedTree: string };

const Submitted = z.object({
  type: z.literal("submitted"),
  round: z.int(),
  content: z.object({ tree: z.string() }),
});
const Approved = z.object({
  type: z.literal("verdict_recorded"),
  verdict: z.object({
    byKind: z.literal("human"),
    opinion: z.literal("approved"),
    round: z.int(),
    tree: z.string(),
  }),
});

/** Lists the approvals of people in the log of a task. */
export async function loggedApprovals(client: Client, task: string): Promise<LoggedApproval[]> {
  const { items } = await client.readLog({ task });
  const trees = new Map(
    items.flatMap(({ event }) => {
      const { data } = Submitted.safeParse(event);
      return data === undefined ? [] : [[data.round, data.content.tree]];
    }),
  );
  return items.flatMap(({ event }) => {
    const { data } = Approved.safeParse(event);
    if (data === undefined) return [];
    const { round, tree } = data.verdict;
    return [{ round, tree, submittedTree: trees.get(round) ?? "none" }];
  });
}
