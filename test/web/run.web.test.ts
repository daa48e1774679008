import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { loggedApprovals, pressUntil, type Sight, watchKeys } from "./approvals.ts";
import { openShop, type Shop } from "./open-shop.ts";

/** 50 tasks in a whole run: 20 ready to approve, 20 small ones with a finding, 10 that came back. */
const SHARE = Math.min(inject("scale"), 1);
const READY = Math.max(2, Math.round(20 * SHARE));
const SMALL = Math.max(2, Math.round(20 * SHARE));
const RETURNED = Math.max(1, Math.round(10 * SHARE));
const KEYS_PER_TASK = 4;
/** Every fifth small task is sent back. */
const SENT_BACK = 5;
const DONE = "Nothing to review";
type Kind = "ready" | "small" | "returned";
type Submitted = { task: string; kind: Kind; number: number };

let shop: Shop;
let page: Page;
let sights: () => Promise<Sight[]>;
const tasks: Submitted[] = [];
const decided = new Map<string, "approved" | "sent back">();
let documents = 0;

const fileOf = ({ kind, number }: Omit<Submitted, "task">): string => `${kind}-${number}.js`;
/** A line that only this round of this task has. */
const mark = ({ kind, number }: Omit<Submitted, "task">, round: number): string =>
  `export const ${kind}${number} = ${round};`;

/** Work that leaves something open has a finding, so that it is not ready. */
const textOf = (work: Omit<Submitted, "task">, round: number): string =>
  `${work.kind === "ready" ? "" : "// TODO: a name\n"}${mark(work, round)}\n`;

const lastRound = (kind: Kind): number => (kind === "returned" ? 2 : 1);
const isApproved = ({ task }: Submitted): boolean => decided.get(task) === "approved";

async function submit(kind: Kind, number: number): Promise<void> {
  const file = fileOf({ kind, number });
  const text = textOf({ kind, number }, 1);
  const task = await shop.stage.submit(`agent/${kind}-${number}`, file, text);
  tasks.push({ task, kind, number });
}

async function returnTasks(): Promise<void> {
  const returned = tasks.filter(({ kind }) => kind === "returned");
  for (const { task } of returned) {
    await shop.waiting(task);
    const { round } = await shop.client.showTask({ task });
    const shown = { round: 1, tree: round?.content.tree ?? "" };
    await shop.client.redo({
      task,
      body: {
        ...shown,
        quickIssues: [],
        customFeedback: "Count on.",
        option: "keep",
        priority: "same",
      },
    });
  }
  for (const { task, kind, number } of returned) {
    await shop.stage.bench.until(task, ({ grace }) => grace === null);
    const branch = `agent/${kind}-${number}`;
    const text = textOf({ kind, number }, 2);
    expect(await shop.resubmit(branch, fileOf({ kind, number }), text)).toBe(0);
  }
  for (const { task } of returned) await shop.waiting(task, 2);
}

beforeAll(async () => {
  shop = await openShop({ merge: { graceSeconds: 2 } });
  for (let number = 0; number < RETURNED; number += 1) await submit("returned", number);
  for (let number = 0; number < READY; number += 1) await submit("ready", number);
  for (let number = 0; number < SMALL; number += 1) await submit("small", number);
  await returnTasks();
  for (const { task } of tasks) await shop.waiting(task);
  await shop.stage.bench.git("switch", "--quiet", "main");
  page = await shop.lab.openPage();
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  await page.getByText(`${tasks.length} tasks`).waitFor();
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents += 1;
  });
  sights = await watchKeys(page);
});
afterAll(async () => {
  await shop?.close();
});

async function shownTask(): Promise<Submitted> {
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  const id = /cs-[a-z0-9]+/.exec(heading ?? "")?.[0];
  const found = tasks.find(({ task }) => task === id);
  if (found === undefined) throw new Error(`No task is on screen: ${heading}`);
  return found;
}

/** Decides the task on screen as a person would: looks at the finding or the new lines first. */
async function decideShown(left: number): Promise<void> {
  const { task, kind, number } = await shownTask();
  await page.getByText(mark({ kind, number }, lastRound(kind))).waitFor();
  await page.keyboard.press("}");
  if (kind === "small" && number % SENT_BACK === 0) {
    await page.keyboard.press("}");
    await page.keyboard.press("+");
    await page.getByRole("button", { name: "In the feedback" }).waitFor();
    await page.keyboard.press("r");
    await page.getByRole("dialog").getByText("Feedback", { exact: true }).waitFor();
    await page.keyboard.press("Control+Enter");
    decided.set(task, "sent back");
  } else {
    const next = left > 1 ? page.getByText(new RegExp(`^${left - 1} left`)) : page.getByText(DONE);
    await pressUntil(page, "a", next);
    decided.set(task, "approved");
  }
}

describe("a review run by keyboard", () => {
  it("decides every task with few keys and without loading a page", async () => {
    const dialog = page.getByRole("dialog");
    await pressUntil(page, "a", dialog.getByRole("button", { name: `Approve ${READY}` }));
    await pressUntil(page, "y", page.getByText(new RegExp(`^Approved ${READY} tasks`)));
    for (const { task, kind } of tasks) if (kind === "ready") decided.set(task, "approved");

    await page.keyboard.press("r");
    for (let left = SMALL + RETURNED; left > 0; left -= 1) {
      await page.getByText(new RegExp(`^${left} left`)).waitFor();
      await decideShown(left);
    }
    await page.getByRole("heading", { level: 1, name: DONE }).waitFor();

    const keys = (await sights()).filter(({ key }) => key !== "Control").length;
    process.stdout.write(`review run: ${tasks.length} tasks, ${keys} keys\n`);
    expect([...decided.keys()].toSorted()).toEqual(tasks.map(({ task }) => task).toSorted());
    expect(keys).toBeLessThanOrEqual(tasks.length * KEYS_PER_TASK);
    expect(documents).toBe(0);
  });

  it("approved exactly the round and the tree that were on screen", async () => {
    const all = await sights();
    const batch = all.find(({ key }) => key === "y")?.text ?? "";
    for (const { task, kind, number } of tasks.filter(isApproved)) {
      const round = lastRound(kind);
      const read = () => loggedApprovals(shop.client, task);
      await expect.poll(async () => (await read()).length, { timeout: 10_000 }).toBeGreaterThan(0); // sent meanwhile
      const approvals = await read();
      const tree = approvals[0]?.submittedTree;
      expect(approvals, task).toEqual([{ round, tree, submittedTree: tree }]);
      const sight = all.findLast(({ key, heading }) => key === "a" && heading.includes(task));
      if (kind === "ready") expect(batch).toMatch(new RegExp(`${task}[^\\n]*\\t${round}\\t`));
      else expect(sight?.text).toContain(mark({ kind, number }, round));
    }
  });

  it("sent findings back to the author, and merged what was approved and nothing else", async () => {
    for (const work of tasks) {
      const { task, kind } = work;
      const state = isApproved(work) ? "done" : "rework";
      const { feedback } = await shop.stage.bench.until(task, (view) => view.state === state);
      const onMain = await shop.stage.bench.git("show", `main:${fileOf(work)}`).catch(() => null);
      expect(onMain, task).toBe(isApproved(work) ? textOf(work, lastRound(kind)) : null);
      if (isApproved(work)) continue;
      expect(feedback.at(-1)?.customFeedback, task).toContain("leaves work open");
      expect(await loggedApprovals(shop.client, task)).toEqual([]);
    }
  });

  it("met no refusal of the content security policy, no error and no other origin", () => {
    const { violations, errors, foreign } = shop.lab;
    expect({ violations, errors, foreign }).toEqual({ violations: [], errors: [], foreign: [] });
  });
});
