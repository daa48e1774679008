import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineFiles } from "../../../packages/cli/src/local-engine/files/engine-files.ts";
import { openBrowser, type WebLab } from "../open-browser.ts";
import { openSampleShop, type SampleShop } from "../open-sample-shop.ts";
import { listProblems, themesOf } from "./check-page.ts";
import { readTree } from "./read-tree.ts";
import { listScenes, type Scene } from "./scenes.ts";
import { listStates } from "./state-scenes.ts";

/** The engine has no runner for it, so a person is asked what to do. */
const ABSENT = {
  ...{ id: "reader", name: "Reader", kind: "agent", adapter: "http", retries: 0 },
  ...{ when: { paths: ["held*.js"] }, description: "Reads what is held" },
};
/** Milliseconds for all scenes, on a busy machine. */
const MAX_MS = 600_000;
/** The scenes whose accessibility tree is pinned. */
const PINNED = ["inbox", "change", "redo", "why"];

let shop: SampleShop;
let lab: WebLab;
let page: Page;
let held: string;
let failing: string;
const trees = new Map<string, string>();

beforeAll(async () => {
  shop = await openSampleShop({ shippedReviewers: "kept", reviewers: [ABSENT] });
  const { bench } = shop.stage;
  held = await shop.submit("Add a hold", { "held.js": "export const held = 1;\n" });
  failing = await shop.submit("Add a breakpoint", { "breakpoint.js": "debugger;\n" });
  await bench.until(held, ({ state }) => state === "held");
  await bench.until(failing, ({ turn }) => turn.holder === "person");
  lab = await openBrowser(bench);
  page = await lab.openPage();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
});
afterAll(async () => {
  await lab?.close();
  await shop?.stage.bench.close();
});

/** Shows every scene in turn and returns the problems of each. */
async function checkScenes(scenes: readonly Scene[]): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (const [index, scene] of scenes.entries()) {
    const found = await checkScene(scene, index);
    if (found.length > 0) problems[scene.name] = found;
  }
  return problems;
}

async function checkScene({ name, show }: Scene, index: number): Promise<string[]> {
  try {
    await show(page);
  } catch (error) {
    return [`is not shown: ${String(error)}`];
  }
  if (PINNED.includes(name)) trees.set(name, await readTree(page));
  return await listProblems(page, themesOf(index));
}

/** A page with one fault of each kind. */
const FAULTY = `<!doctype html><html lang="en"><title>Faulty</title><main><h1>Faulty</h1>
  <p style="color:#777;background:#888">grey on grey</p><button style="width:20px">x</button>
  <div style="width:400px">wide</div></main></html>`;

describe("the accessibility of the pages", () => {
  it("is checked by rules that find low contrast, small targets and sideways scrolling", async () => {
    const faulty = await lab.context.newPage();
    await faulty.setContent(FAULTY);
    const found = (await listProblems(faulty, ["dark"])).join("\n");
    await faulty.close();
    for (const fault of ["serious color-contrast", "target of 20 ×", "320 × 640: scrolls sideways"])
      expect(found).toContain(fault);
  });

  it("has no violation, no small target and no sideways scrolling on any page and in any dialog", {
    timeout: MAX_MS,
  }, async () => {
    const { returned, found } = shop;
    const scenes = listScenes({ url: lab.url, returned, found, held, failing });
    expect(await checkScenes(scenes)).toEqual({});
  });

  it.each(PINNED)("keeps the tree that a screen reader reads: %s", async (name) => {
    expect(trees.get(name)).toBeDefined();
    await expect(trees.get(name)).toMatchFileSnapshot(`trees/${name}.yml`);
  });

  it("has none in any state of a page and with any message", { timeout: MAX_MS }, async () => {
    const { bench } = shop.stage;
    const states = listStates({
      url: lab.url,
      task: shop.found,
      async submitRound() {
        await bench.git("switch", "--quiet", "agent/sign-in-with-a-password");
        await bench.write("users.js", "export const users = new Map();\n");
        await shop.stage.json(["task", "submit"], { CLAUDECODE: "1" });
      },
      async kill() {
        const { pid } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
        process.kill(pid, "SIGKILL");
      },
    });
    expect(await checkScenes(states)).toEqual({});
  });
});
