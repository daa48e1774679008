import { AxeBuilder } from "@axe-core/playwright";
import { createClient } from "@countersign/api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { openBrowser, type WebLab } from "./open-browser.ts";

const THEMES = ["dark", "light", "blue-orange", "high-contrast"];
const NONE = Object.fromEntries(THEMES.map((theme) => [theme, {}]));

let violationsByTheme: ReturnType<typeof checkPages> | undefined;
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

function pages(): string[] {
  const task = `/t/${tasks[1]}`;
  return ["/", "/board", "/run", task, `${task}/why`, "/settings"];
}

/** Pages without colours of their own. */
function plainPages(): string[] {
  return ["timeline", "raw"].map((tab) => `/t/${tasks[1]}/${tab}`);
}

/** Returns what axe finds on the page, of any severity, with the elements. Colours are all that a theme changes. */
async function axeViolations(page: Page, rules: "all" | "colours"): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (rules === "colours") axe.withRules(["color-contrast", "link-in-text-block"]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${impact} ${id}: ${html}`),
  );
}

/** Checks every page in every theme, and loads each page once. */
async function checkPages(): Promise<Record<string, Record<string, string[]>>> {
  const found: Record<string, Record<string, string[]>> = { ...NONE };
  for (const path of [...pages(), ...plainPages()]) {
    await page.goto(lab.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const theme of plainPages().includes(path) ? ["dark"] : THEMES) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      const violations = await axeViolations(page, theme === "dark" ? "all" : "colours");
      if (violations.length > 0) found[theme] = { ...found[theme], [path]: violations };
    }
  }
  return found;
}

describe("a person in the browser", () => {
  it("is signed in by a one-time code, which is gone from the address", async () => {
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    expect(new URL(page.url()).hash).toBe("");
    expect(await lab.context.cookies()).toEqual([]);
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

  it.each(THEMES)(
    "finds no page with a violation of accessibility rules in the theme %s",
    async (theme) => {
      violationsByTheme ??= checkPages();
      expect((await violationsByTheme)[theme]).toEqual({});
    },
  );

  it("does not scroll sideways on a narrow screen", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of [...pages(), ...plainPages()]) {
      await page.goto(lab.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
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
