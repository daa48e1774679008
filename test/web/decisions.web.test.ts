import { type Client, createClient } from "@countersign/api";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localActor } from "../../packages/cli/src/local-engine/settings/local-actor.ts";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { HANDS, type Hand, tabTo } from "./hands.ts";
import { openBrowser, type WebLab } from "./open-browser.ts";

const GRACE_SECONDS = 4;
/** The engine has no runner for it, so a person is asked what to do. */
const ABSENT = {
  ...{ id: "reader", name: "Reader", kind: "agent", adapter: "http", retries: 0 },
  ...{ when: { paths: ["held*.js"] }, description: "Reads what is held" },
};
const POLICY = {
  version: 1,
  people: { owner: [localActor()] },
  agentReviewers: "none",
  shippedReviewers: "kept",
  reviewers: [ABSENT],
  prepare: { run: null },
  gate: { needsFixes: "flag" },
  merge: { graceSeconds: GRACE_SECONDS },
};

let stage: Stage;
let lab: WebLab;
let page: Page;
let client: Client;

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("countersign.json", `${JSON.stringify(POLICY)}\n`);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "--allow-empty", "-m", "configuration");
  await stage.confirmPolicy();
  lab = await openBrowser(bench);
  page = await lab.openPage();
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  client = createClient({ baseUrl: lab.url, token: await bench.humanToken() });
});
afterAll(async () => {
  await lab?.close();
  await stage?.bench.close();
});

const code = (name: string): string => `export function ${name}() {\n  return 1;\n}\n`;

/** A finding that closes the gate, below the lines that a page shows first. */
const STEPS = Array.from({ length: 120 }, (_, at) => `export const step${at} = ${at};\n`);
const BREAKPOINT = `${STEPS.join("")}debugger;\n`;

/** An agent submits a file from a branch of the same name, which it creates first. */
async function submit(name: string, text: string): Promise<string> {
  const { bench } = stage;
  const isNew = (await bench.git("branch", "--list", `agent/${name}`)) === "";
  await bench.git("switch", "--quiet", ...(isNew ? ["-c"] : []), `agent/${name}`);
  await bench.write(`${name}.js`, text);
  const args = ["task", "submit", ...(isNew ? ["--title", `Add ${name}`] : [])];
  const { task } = await stage.json(args, { CLAUDECODE: "1" });
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", name);
  await bench.git("switch", "--quiet", "main");
  return task;
}

async function openTask(task: string): Promise<void> {
  await page.goto(`${lab.url}/t/${task}`);
  await page.getByRole("toolbar", { name: "Decision" }).waitFor();
  await page.getByRole("table", { name: "Lines of the change" }).waitFor();
}

/** Returns whether the middle of a row is drawn, and not scrolled out of sight or covered. */
async function isOnScreen(row: Locator): Promise<boolean> {
  return await row.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const drawn = document.elementFromPoint(left + width / 2, top + height / 2);
    return drawn !== null && element.contains(drawn);
  });
}

const notice = (text: string | RegExp) => page.getByRole("status").getByText(text).waitFor();

describe.each(HANDS)("a person decides by $name", (hand: Hand) => {
  const tasks = { approved: "", redone: "", held: "", failing: "", snoozed: "" };
  const names = (name: string): string => `${name}${hand.name}`;

  it("finds the work of agents in the inbox", async () => {
    tasks.redone = await submit(names("redone"), code("one"));
    tasks.approved = await submit(names("approved"), code("two"));
    tasks.failing = await submit(names("failing"), BREAKPOINT);
    tasks.held = await submit(names("held"), code("three"));
    tasks.snoozed = await submit(names("snoozed"), code("four"));
    await page.goto(lab.url);
    for (const task of [tasks.redone, tasks.approved, tasks.snoozed])
      await page.getByText(task).first().waitFor();
  });

  it("sends work back with a comment on a line", async () => {
    await openTask(tasks.redone);
    await hand.chooseLine(page, "return 1;");
    await hand.press(page, /^Comment/, "c");
    await hand.write(page, "Return the sum instead.");
    await hand.press(page, /^Add the comment/, "Control+Enter");
    await page.getByText("Return the sum instead.").waitFor();
    await hand.press(page, /^Request changes/, "R");
    await page.getByText("What the agent will read").first().waitFor();
    await hand.press(page, /^Send to/, "Control+Enter");
    await notice(`Sent back ${tasks.redone}, round 1.`);
  });

  it("changes the mode of a task", async () => {
    await openTask(tasks.approved);
    await hand.press(page, /^Mode/, "m");
    await hand.choose(page, "per-task");
    await notice("The mode is per-task.");
    const { round } = await client.showTask({ task: tasks.approved });
    expect(round?.plan?.mode).toBe("per-task");
  });

  it("approves, undoes it and approves again", async () => {
    await openTask(tasks.approved);
    await hand.press(page, /^Approve and merge into main/, "a");
    await notice(`Approved ${tasks.approved}, round 1.`);
    await hand.press(page, /^Undo/, "U");
    await notice(`Undone: ${tasks.approved} waits for a decision again.`);
    expect(await client.showTask({ task: tasks.approved })).toMatchObject({
      ...{ state: "reviewing", grace: null },
    });
    await openTask(tasks.approved);
    await hand.press(page, /^Approve and merge into main/, "a");
    await notice(`Approved ${tasks.approved}, round 1.`);
  });

  it("goes from a finding in the list to its line", async () => {
    await openTask(tasks.failing);
    const lines = page.getByRole("table", { name: "Lines of the change" });
    expect(await lines.getByText("debugger;").count()).toBe(0);
    const place = `${names("failing")}.js:${STEPS.length + 1}`;
    await hand.chooseFinding(page, place);
    const note = lines.locator('tr[aria-current="true"]');
    await note.getByLabel(/^Finding/).waitFor();
    const line = note.locator("xpath=preceding-sibling::tr[1]");
    expect(await line.textContent()).toContain("debugger;");
    for (const row of [line, note]) expect(await isOnScreen(row)).toBe(true);
  });

  it("overrides the gate, with a reason", async () => {
    await openTask(tasks.failing);
    await hand.press(page, /^Override the gate/, "O");
    await hand.write(page, "It is a sample of a breakpoint.");
    await hand.press(page, /^Override the gate \(recorded/, "Control+Enter");
    await notice(`Overrode the gate of ${tasks.failing}, round 1.`);
  });

  it("releases a hold by sending the work back", async () => {
    await stage.bench.until(tasks.held, ({ state }) => state === "held");
    await openTask(tasks.held);
    await hand.press(page, /^Release/, "a");
    await hand.choose(page, "send back");
    await notice(`Released ${tasks.held}: send back.`);
    await stage.bench.until(tasks.held, ({ state }) => state === "rework");
  });

  it("snoozes a task from the inbox, undoes that, and rejects it from the preview", async () => {
    const { snoozed } = tasks;
    await page.goto(`${lab.url}/?q=${names("snoozed")}`);
    const preview = page.getByRole("complementary", { name: `Preview of ${snoozed}` });
    await preview.getByRole("button", { name: /^Reject/ }).waitFor();
    await hand.press(page, /^Later/, "t");
    await hand.choose(page, /./);
    await notice(new RegExp(`^${snoozed} returns`));
    const listed = async (): Promise<boolean> =>
      (await client.inbox({})).items.some(({ task }) => task === snoozed);
    await expect.poll(listed).toBe(false);
    await hand.press(page, /^Undo/, "U");
    await notice(`Undone: ${snoozed} waits for a decision again.`);
    await preview.getByRole("button", { name: /^Reject/ }).waitFor();
    expect(await listed()).toBe(true);
    if (hand.name === "pointer") await preview.getByRole("button", { name: /^Reject/ }).click();
    else await tabTo(page, (text) => text === "Reject");
    await hand.write(page, "Not wanted.");
    await hand.press(page, /^Reject: end the task/, "Control+Enter");
    await notice(`Rejected ${snoozed}, round 1.`);
  });

  it("reviews the second round, in which each request has a status", async () => {
    const { redone } = tasks;
    const { feedback } = await stage.bench.until(
      redone,
      ({ state, grace }) => state === "rework" && grace === null,
    );
    expect(feedback.at(-1)?.customFeedback).toBe(
      `${names("redone")}.js:2\n> return 1;\nReturn the sum instead.`,
    );
    // A switch to main while the engine moves it would leave the files of the old main behind.
    for (const task of [tasks.approved, tasks.failing])
      await stage.bench.until(task, ({ state }) => state === "done");
    await submit(names("redone"), code("one").replace("return 1", "return 1 + 1"));
    await stage.bench.until(
      redone,
      ({ round, turn }) => round?.number === 2 && turn.holder === "person",
    );
    await page.goto(lab.url);
    await page.getByRole("button", { name: /^▼? ?Returned to you 1/ }).waitFor();
    await openTask(redone);
    await page.getByRole("heading", { name: "Since round 1: 1 of 1 request done" }).waitFor();
    await page.getByText("✓ changed").waitFor();
    await hand.press(page, /^Reject/, "X");
    await hand.press(page, /^Reject: end the task/, "Control+Enter");
    await notice(`Rejected ${redone}, round 2.`);
  });

  it("has decided exactly that", async () => {
    const { snoozed, redone } = tasks;
    const { bench } = stage;
    expect(await bench.git("show", `main:${names("approved")}.js`)).toBe(code("two"));
    expect(await bench.git("show", `main:${names("failing")}.js`)).toBe(BREAKPOINT);
    const first = await bench.until(snoozed, ({ state }) => state === "rejected");
    const second = await bench.until(redone, ({ state }) => state === "rejected");
    expect([first.rejectReason, second.rejectReason]).toEqual(["Not wanted.", "rejected"]);
  });
});

describe("a person whose session is ended elsewhere", () => {
  it("is signed out without reloading, and met no error", async () => {
    await page.goto(lab.url);
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    const { items } = await client.listSessions();
    for (const { id } of items) await client.endSession({ id });
    await page.getByRole("heading", { level: 1, name: "Sign in to countersign" }).waitFor();
    expect({ violations: lab.violations, errors: lab.errors, foreign: lab.foreign }).toEqual({
      ...{ violations: [], errors: [], foreign: [] },
    });
  });
});
