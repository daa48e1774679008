import type { Page } from "playwright-core";
import { localActor } from "../../../packages/cli/src/local-engine/settings/local-actor.ts";

/** What differs from run to run, and the words that take its place. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\b${localActor()}\\b`, "g"), "person"],
  [/cs-[a-z0-9]{6}/g, "cs-task"],
  [/F-\d+/g, "F-n"], // in the order in which checks end
  [/\b[0-9a-f]{7,64}\b/g, "hash"],
  [/\b(\d+ (ms|s|min)|now)\b/g, "time"],
  // The story of the task: checks end in any order.
  [/(heading "What happened".*\n\s+- list:\n)(?: {8,}.*\n)+/g, "$1"],
];

/** Returns the accessibility tree of what is on screen. */
export async function readTree(page: Page): Promise<string> {
  const tree = `${await page.locator("body").ariaSnapshot()}\n`;
  return VARYING.reduce((text, [what, words]) => text.replaceAll(what, words), tree);
}
