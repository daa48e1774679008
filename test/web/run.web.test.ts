import { createClient } from "@countersign/api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { openBrowser, type WebLab } from "./open-browser.ts";

/** 50 tasks in a whole run. */
const TASKS = Math.max(5, Math.round(50 * Math.min(inject("scale"), 1)));
const KEYS_PER_TASK = 4;
/** Keys that decide are ignored for a moment after the screen changed. */
const SETTLE_MS = 350;

let stage: Stage;
let lab: WebLab;
let page: Page;
const tasks: string[] = [];
let documents = 0;

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("README.md", "# Shop\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "configuration");
  await bench.confirmPolicy();
  for (let number = 0; number < TASKS; number += 1)
    tasks.push(
      await stage.submit(
        `agent/${number}`,
        `part-${number}.js`,
        `export const part = ${number};\n`,
      ),
    );
  for (const task of tasks) await bench.until(task, ({ turn }) => turn.holder === "person");
  await bench.git("switch", "--quiet", "main");
  lab = await openBrowser(bench);
  page = await lab.openPage();
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  await page.getByText(`${TASKS} tasks`).waitFor();
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents += 1;
  });
});
afterAll(async () => {
  await lab?.close();
  await stage?.bench.close();
});

describe("a review run by keyboard", () => {
  it("decides every task with few keys and without loading a page", async () => {
    const shown: string[] = [];
    let keys = 1;
    await page.keyboard.press("r");
    for (let left = TASKS; left > 0; left -= 1) {
      await page.getByText(new RegExp(`^${left} left`)).waitFor();
      shown.push(await shownTask());
      await page.getByRole("button", { name: /^Approve/ }).waitFor();
      await page.waitForTimeout(SETTLE_MS);
      await page.keyboard.press("a");
      keys += 1;
    }
    await page.getByRole("heading", { level: 1, name: "Nothing to review" }).waitFor();

    expect(shown.toSorted()).toEqual(tasks.toSorted());
    expect(keys).toBeLessThanOrEqual(TASKS * KEYS_PER_TASK);
    expect(documents).toBe(0);
  });

  it("approved exactly the round and the tree that were on screen", async () => {
    const client = createClient({ baseUrl: lab.url, token: await stage.bench.humanToken() });
    for (const task of tasks) {
      const view = await client.showTask({ task });
      const { items } = await client.readLog({ task });
      const approvals = items.filter(
        ({ event }) => event.type === "verdict_recorded" && JSON.stringify(event).includes("human"),
      );
      expect(approvals.length, task).toBeGreaterThan(0);
      expect(JSON.stringify(approvals)).toContain(view.round?.content.tree);
    }
  });

  it("met no refusal of the content security policy, no error and no other origin", () => {
    expect({ violations: lab.violations, errors: lab.errors, foreign: lab.foreign }).toEqual({
      violations: [],
      errors: [],
      foreign: [],
    });
  });
});

async function shownTask(): Promise<string> {
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  return /cs-[a-z0-9]+/.exec(heading ?? "")?.[0] ?? "";
}
