import { createClient } from "@countersign/api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { openBrowser, type WebLab } from "./open-browser.ts";

let stage: Stage;
let lab: WebLab;
let page: Page;
const tasks: string[] = [];

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
  for (const name of ["one", "two", "three"])
    tasks.push(
      await stage.submit(`agent/${name}`, `${name}.js`, `export const ${name} = 1;\n`.repeat(3)),
    );
  for (const task of tasks)
    await bench.until(task, ({ state, turn }) => state === "reviewing" && turn.holder === "person");
  await bench.git("switch", "--quiet", "main");
  lab = await openBrowser(bench);
  page = await lab.openPage();
});
afterAll(async () => {
  await lab?.close();
  await stage?.bench.close();
});

describe("a person in the browser", () => {
  it("is signed in by a one-time code, which is gone from the address", async () => {
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    expect(new URL(page.url()).hash).toBe("");
    expect(await lab.context.cookies()).toEqual([]);
  });

  it("sees an icon of ours in the tab", async () => {
    const { headers, width } = await page.evaluate(async () => {
      const response = await fetch("/favicon.ico");
      const { width } = await createImageBitmap(await response.blob());
      return { headers: Object.fromEntries(response.headers), width };
    });
    expect([headers["content-type"], width]).toEqual(["image/x-icon", 48]);
  });

  it("sees what waits for them, and a new task without reloading", async () => {
    for (const task of tasks) await page.getByText(task).first().waitFor();
    const late = await stage.submit("agent/late", "late.js", "export const late = 1;\n");
    await page.getByText(late).first().waitFor();
    tasks.push(late);
  });

  it("opens a task, reads its change and approves it by key; exactly that is merged", async () => {
    const [task = ""] = tasks;
    await page.goto(`${lab.url}/t/${task}`);
    await page.getByText("export const one = 1;").first().waitFor();
    await page.waitForTimeout(400); // keys that decide are ignored right after a screen change
    await page.keyboard.press("a");
    const { round } = await stage.bench.until(task, ({ state }) => state === "done");

    expect(await stage.bench.git("show", "main:one.js")).toContain("export const one = 1;");
    expect(round?.content.tree).toMatch(/^[0-9a-f]{40}$/);
  });

  it("is shown why", async () => {
    await page.goto(`${lab.url}/t/${tasks[1]}/why`);
    await page.getByRole("heading", { level: 1, name: /^Why/ }).waitFor();
    for (const stageName of ["Normalize", "Classify", "Compose", "Find gaps", "Review", "Decide"])
      await page.getByRole("heading", { name: new RegExp(stageName) }).waitFor();
  });

  it("is signed out when the session is ended elsewhere", async () => {
    await page.goto(lab.url);
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    const client = createClient({ baseUrl: lab.url, token: await stage.bench.humanToken() });
    const { items } = await client.listSessions();
    expect(items.length).toBeGreaterThan(0);
    for (const { id } of items) await client.endSession({ id });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Sign in to countersign" }).waitFor();
  });

  it("met no refusal of the content security policy, no error and no other origin", () => {
    expect({ violations: lab.violations, errors: lab.errors, foreign: lab.foreign }).toEqual({
      violations: [],
      errors: [],
      foreign: [],
    });
  });
});
