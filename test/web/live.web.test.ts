import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { openBrowser, type WebLab } from "./open-browser.ts";

const TABS = 8;

let stage: Stage;
let lab: WebLab;
let streams = 0;
const tabs: Page[] = [];

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
  lab = await openBrowser(bench);
  lab.context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/v1/events") streams += 1;
  });
  tabs.push(await lab.openPage());
  await inbox(tabs[0]);
  for (let tab = 1; tab < TABS; tab += 1) {
    const page = await lab.context.newPage();
    await page.goto(lab.url);
    await inbox(page);
    tabs.push(page);
  }
});
afterAll(async () => {
  await lab?.close();
  await stage?.bench.close();
});

async function inbox(page: Page | undefined): Promise<void> {
  await page?.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
}

describe("eight tabs of one browser", () => {
  it("get the session of the first tab, and share one event stream", async () => {
    expect(streams).toBe(1);
    const task = await stage.submit("agent/one", "one.js", "export const one = 1;\n");
    for (const page of tabs) await page.getByText(task).first().waitFor();
    expect(streams).toBe(1);
  });

  it("keep up when the tab with the stream closes", async () => {
    await tabs.shift()?.close();
    const task = await stage.submit("agent/two", "two.js", "export const two = 1;\n");
    for (const page of tabs) await page.getByText(task).first().waitFor();
    expect(streams).toBe(2);
  });

  it("say within two seconds that they are not live", async () => {
    await stage.run(["server", "down"]);
    const began = Date.now();
    for (const page of tabs) await page.getByText(/^Not live since/).waitFor({ timeout: 5_000 });
    expect(Date.now() - began).toBeLessThan(2_000);
  });
});
