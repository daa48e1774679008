import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stage } from "../../packages/cli/src/testing/stage.ts";
import type { WebLab } from "./open-browser.ts";
import { openShop, type Shop } from "./open-shop.ts";

/** A mark that another surface makes is on screen within this time. */
const LIVE_MS = 2_000;

/** A check that does not end by itself for one file. */
const SLOW = { id: "slow", run: "test ! -e slow.js || sleep 600" };

let shop: Shop;
let stage: Stage;
let lab: WebLab;
let page: Page;
const tasks: string[] = [];

beforeAll(async () => {
  shop = await openShop({ merge: { graceSeconds: 1 }, checks: [SLOW] });
  stage = shop.stage;
  lab = shop.lab;
  for (const name of ["one", "two", "three"])
    tasks.push(
      await stage.submit(`agent/${name}`, `${name}.js`, `export const ${name} = 1;\n`.repeat(3)),
    );
  for (const task of tasks) await shop.waiting(task);
  await stage.bench.git("switch", "--quiet", "main");
  page = await lab.openPage();
});
afterAll(() => shop?.close());

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

  it("sees the colours of the system, also when they change", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: "attached" });
    }
    await page.emulateMedia({ colorScheme: null });
  });

  it("sees what waits for them, and a new task without reloading", async () => {
    for (const task of tasks) await page.getByText(task).first().waitFor();
    const late = await stage.submit("agent/late", "late.js", "export const late = 1;\n");
    await page.getByText(late).first().waitFor();
    tasks.push(late);
  });

  it("runs a command from the palette, by pointer and by keyboard", async () => {
    const order = page.getByLabel("Order");
    const before = await order.inputValue();
    await page.getByRole("button", { name: "Commands" }).click();
    await page.getByRole("option", { name: /order of the tasks/ }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const after = await order.inputValue();
    expect(after).not.toBe(before);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).waitFor();
    await page.keyboard.type("Order of");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await order.inputValue()).not.toBe(after);
  });

  it("shares read marks with the terminal within two seconds, both ways", async () => {
    const [, , task = ""] = tasks;
    const { client } = shop;
    const read = async () => (await client.listReadLines({ task })).files[0]?.lines ?? [];
    await page.goto(`${lab.url}/t/${task}`);
    const mark = page.getByRole("button", { name: "Read three.js" });
    await mark.click();
    await expect.poll(read, { timeout: LIVE_MS }).toHaveLength(1); // three equal lines
    const lines = await read();
    const unread = [{ path: "three.js", lines }];
    await client.markReadLines({ task, body: { read: [], unread } });
    await page.getByText("round 1, unread").waitFor({ timeout: LIVE_MS });
    await client.markReadLines({ task, body: { read: unread, unread: [] } });
    await page.getByText("round 1, 100% read").waitFor({ timeout: LIVE_MS });
    await client.markReadLines({ task, body: { read: [], unread } });
  });

  it("retries a running check by pointer, and cancels it by keyboard", async () => {
    const slow = await stage.submit("agent/slow", "slow.js", "export const slow = 1;\n");
    await page.goto(`${lab.url}/t/${slow}`);
    await page.getByRole("button", { name: "Reviewers and checks" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Retry/ })
      .click();
    await page.getByText("Restarted slow.").waitFor();
    await page.waitForTimeout(400); // keys that decide are ignored right after a screen change
    await page.keyboard.press("-");
    await page.getByText("Cancelled slow.").waitFor();
    await stage.bench.until(slow, ({ turn }) => turn.holder === "person");
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
    await page
      .getByText(/^planned \d\d:\d\d, after \d+s$/)
      .first()
      .waitFor();
    await lab.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy the whole explanation as JSON" }).click();
    await page.getByText("Copied the whole explanation as JSON.").waitFor();
    const copied: string = await page.evaluate("navigator.clipboard.readText()");
    expect(JSON.parse(copied)).toEqual(await stage.json(["why", tasks[1] ?? ""]));
  });

  it("changes a key in the settings, and switches the letters off", async () => {
    const openWhy = async (key: string): Promise<void> => {
      await page.goto(`${lab.url}/t/${tasks[1]}`);
      await page.getByRole("table", { name: "Lines of the change" }).waitFor();
      await page.keyboard.press(key);
    };
    const heading = page.getByRole("heading", { level: 1, name: /^Why/ });
    await page.goto(`${lab.url}/settings`);
    await page.getByLabel("why", { exact: true }).fill("Q");
    await page.getByLabel("why", { exact: true }).blur();
    await openWhy("Q");
    await heading.waitFor();
    await page.goto(`${lab.url}/settings`);
    await page.getByLabel("Single letters run commands").uncheck();
    await openWhy("Q");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Commands" }).waitFor();
    expect(await heading.count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem("countersign.settings"));
  });

  it("ends another session in the settings, and only that one", async () => {
    const other = await lab.openPage();
    await other.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    await page.goto(`${lab.url}/settings`);
    const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
    await sessions.filter({ hasNotText: "(this session)" }).first().getByRole("button").click();
    await page.getByText("The session has ended.").waitFor();
    await other.getByRole("link", { name: "Board" }).click();
    await other.getByText("Your session has ended.").waitFor();
    await page.getByRole("link", { name: "Board" }).click();
    await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    await other.reload();
    await other.getByRole("heading", { level: 1, name: "Board" }).waitFor();
    await other.close();
  });

  it("is signed out when the session is ended elsewhere", async () => {
    await page.goto(lab.url);
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    const { client } = shop;
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
