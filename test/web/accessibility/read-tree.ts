import type { Page } from "playwright-core";
import { localActor } from "../../../packages/cli/src/local-engine/settings/local-actor.ts";

/** What differs from run to run, and the words that take its place. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\b${localActor()}\\b`, "g"), "person"],
  [/cs-[a-z0-9]{6}/g, "cs-task"],
  [/F-\d+/g, "F-n"], // in the order in which checks end
  [/\b[0-9a-f]{7,64}\b/g, "hash"],
  [/\b(\d+ (ms|s|min)|\d\d:\d\d|\d+s|now)\b/g, "time"],
  // The story of the task: checks end in any order.
  [/(heading "What happened".*\n\s+- list:\n)(?: {8,}.*\n)+/g, "$1"],
];

/** A screen that is high enough for a whole change. */
const HIGH = { width: 1280, height: 1600 };

/** Returns the accessibility tree of what a high screen shows. */
export async function readTree(page: Page): Promise<string> {
  const size = page.viewportSize() ?? HIGH;
  await page.setViewportSize(HIGH);
  const tree = `${await readSettled(page)}\n`;
  await page.setViewportSize(size);
  return VARYING.reduce((text, [what, words]) => text.replaceAll(what, words), tree);
}

/** Reads the tree until it stays the same: more rows are drawn after the screen has become higher. */
async function readSettled(page: Page): Promise<string> {
  const read = async (): Promise<string> => {
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    return await page.locator("body").ariaSnapshot();
  };
  let before = "";
  for (let tree = await read(); ; tree = await read()) {
    if (tree === before) return tree;
    before = tree;
  }
}
