import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { times } from "../../packages/cli/src/testing/times.ts";
import {
  loggedApprovals,
  pasteKeys,
  pressSettled,
  pressUntil,
  type Sight,
  watchButtons,
  watchKeyGaps,
  watchKeys,
} from "./approvals.ts";
import { openShop, type Shop } from "./open-shop.ts";

/** Time in which a decision by key reaches the engine. */
const DECIDED_MS = 1_000;
const WAITING_TASKS = 3;
/** Time after which keys decide on a screen that has not changed. */
const SETTLED_MS = 400;
/** A key that reaches the page later than this after the one before is a key of its own, which may decide. */
const TOO_LATE_MS = 240;
/** The same after a dialog appeared: drawing it takes a part of the time on a busy machine. */
const TOO_LATE_FOR_DIALOG_MS = 150;
/** Milliseconds from the start of a submission to the key in a race, at least and at most. */
const RACE_MS = [-300, 1_300] as const;

let shop: Shop;
let page: Page;
const tasks: string[] = [];

const line = (name: string, round: number): string => `export const ${name} = ${round};`;

beforeAll(async () => {
  // Approved tasks are not merged: the races need no merge, and the target stays as it is.
  shop = await openShop({ merge: { strategy: "none", graceSeconds: 30 } });
  for (let number = 0; number < WAITING_TASKS; number += 1) {
    const name = `waiting${number}`;
    tasks.push(await shop.stage.submit(`agent/${name}`, `${name}.js`, `${line(name, 1)}\n`));
  }
  for (const task of tasks) await shop.waiting(task);
  page = await shop.lab.openPage();
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
});
afterAll(async () => {
  await shop?.close();
});

async function openTask(task: string): Promise<void> {
  await page.goto(`${shop.lab.url}/t/${task}`);
  await page.locator(".diff .file-row").first().waitFor();
}

async function expectUndecided(): Promise<void> {
  await page.waitForTimeout(DECIDED_MS);
  for (const task of tasks) {
    const { state, turn, grace } = await shop.client.showTask({ task });
    const standing = { state, holder: turn.holder, grace };
    expect(standing, task).toEqual({ state: "reviewing", holder: "person", grace: null });
  }
}

describe("a key", () => {
  beforeEach(async () => {
    await openTask(tasks[0] ?? "");
  });

  it("decides nothing while the person types", async () => {
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press("/");
    await page.keyboard.type("aAxX", { delay: 150 });
    expect(await page.getByLabel("Find in the change").inputValue()).toBe("aAxX");
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await page.getByLabel("Feedback", { exact: true }).click();
    await page.keyboard.type("a A y Y", { delay: 100 });
    await page.keyboard.press("Escape");
    await page.goto(shop.lab.url);
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press("/");
    await page.keyboard.type("aAyY", { delay: 150 });
    await expectUndecided();
  });

  it("decides nothing in a burst", async () => {
    await page.waitForTimeout(SETTLED_MS);
    await pasteKeys(page, "a", 1_000);
    await page.getByText(/^ignored \d+ keys, looked like a paste/).waitFor();
    await expectUndecided();
  });

  it("decides nothing right after the page changed", async () => {
    const lastGap = await startRun();
    let late = 0;
    let key = "n";
    for (let count = 0; count < times(100, 8); ) {
      await page.waitForTimeout(250);
      await Promise.all([page.keyboard.press(key), page.keyboard.press("a")]);
      key = key === "n" ? "p" : "n";
      if ((await lastGap()) < TOO_LATE_MS) {
        count += 1;
        continue;
      }
      late += 1;
      expect(late, "keys that a busy machine delayed").toBeLessThan(100);
      if (await undoLate()) key = "n";
    }
    await expectUndecided();
  });
});

describe("a button with the focus", () => {
  it("decides nothing right after its dialog opened, and decides later", async () => {
    await page.goto(shop.lab.url);
    await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
    const approve = page.getByRole("dialog").getByRole("button", { name: /^Approve \d/ });
    const shownFor = await watchButtons(page);
    let late = 0;
    for (let count = 0; count < times(50, 4); ) {
      await pressUntil(page, "a", approve);
      await approve.focus();
      await page.keyboard.press(count % 2 === 0 ? "Enter" : "Space");
      const isLate = (await shownFor()) >= TOO_LATE_FOR_DIALOG_MS;
      await page.waitForTimeout(DECIDED_MS / 2);
      if (isLate) {
        late += 1;
        expect(late, "keys that a busy machine delayed").toBeLessThan(100);
        if (await approve.isVisible()) continue;
        await pressUntil(page, "U", page.getByText(`${WAITING_TASKS} tasks, about`));
        continue;
      }
      count += 1;
      expect(await approve.isVisible(), "the dialog is open").toBe(true);
      await page.keyboard.press("Escape");
    }
    await expectUndecided();
  });

  it("decides nothing behind a dialog that has just closed", async () => {
    await openTask(tasks[0] ?? "");
    const lastGap = await watchKeyGaps(page);
    let late = 0;
    for (let count = 0; count < times(50, 4); ) {
      await pressSettled(page, "m");
      await page.getByRole("dialog").waitFor();
      await page.waitForTimeout(SETTLED_MS);
      await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("a")]);
      if ((await lastGap()) < TOO_LATE_MS) {
        count += 1;
        continue;
      }
      late += 1;
      expect(late, "keys that a busy machine delayed").toBeLessThan(100);
      await page.waitForTimeout(DECIDED_MS / 2);
      await page.keyboard.press("U");
    }
    await expectUndecided();
  });
});

describe("a double tap", () => {
  it("decides the task on screen and not the next one", async () => {
    const taps = times(50, 4);
    const lastGap = await startRun();
    let late = 0;
    for (let tap = 0; tap < taps; ) {
      await page.locator(".diff .file-row").first().waitFor();
      await pressSettled(page, "a");
      await page.waitForTimeout(Math.round((tap / taps) * 220 + 10));
      await page.keyboard.press("a");
      await page.waitForTimeout(DECIDED_MS / 2);
      if ((await lastGap()) < TOO_LATE_MS) {
        tap += 1;
        await left(WAITING_TASKS - 1).waitFor();
      } else {
        late += 1;
        expect(late, "taps that a busy machine delayed").toBeLessThan(100);
      }
      await page.keyboard.press("U");
      if (!(await isShown(left(WAITING_TASKS)))) await undoLate();
      await left(WAITING_TASKS).waitFor();
    }
    await expectUndecided();
  });
});

/** Opens the review run. Returns a function that measures the time between the last two keys, as the page saw them. */
async function startRun(): Promise<() => Promise<number>> {
  await page.goto(`${shop.lab.url}/run`);
  await left(WAITING_TASKS).waitFor();
  await page.locator(".diff .file-row").first().waitFor();
  return watchKeyGaps(page);
}

function left(count: number): Locator {
  return page.getByText(new RegExp(`^${count} left`));
}

/** Undoes what a key decided that came late enough to decide. Returns whether there was such a decision. */
async function undoLate(): Promise<boolean> {
  await page.waitForTimeout(DECIDED_MS / 2);
  if (await isShown(left(WAITING_TASKS))) return false;
  await page.keyboard.press("U");
  await left(WAITING_TASKS).waitFor();
  return true;
}

async function isShown(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: DECIDED_MS }).then(
    () => true,
    () => false,
  );
}

describe("a race between a new round and an approval", () => {
  it("never approves bytes that were not on screen", async () => {
    const races = times(20, 3);
    const outcomes = { approved: 0, refused: 0 };
    for (let race = 0; race < races; race += 1) {
      const name = `race${race}`;
      const task = await shop.stage.submit(`agent/${name}`, `${name}.js`, `${line(name, 1)}\n`);
      await shop.waiting(task);
      const afterMs = keyTime(race, races);
      const sight = await runRace(task, name, afterMs);
      const approvals = await loggedApprovals(shop.client, task);
      outcomes[approvals.length === 0 ? "refused" : "approved"] += 1;
      for (const { round, tree, submittedTree } of approvals) {
        expect(tree, `${task}, ${afterMs} ms`).toBe(submittedTree);
        expect(sight?.text, `${task}, ${afterMs} ms`).toContain(line(name, round));
      }
    }
    process.stdout.write(`races: ${JSON.stringify(outcomes)}\n`);
    expect(outcomes.approved).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  });

  /** Returns when the key is pressed. The first and the last are certain, however slow the machine is. */
  function keyTime(race: number, races: number): number {
    if (race === 0) return -1_500;
    if (race === races - 1) return Number.POSITIVE_INFINITY;
    const [from, to] = RACE_MS;
    return from + ((race + Math.random()) / races) * (to - from);
  }

  /** Waits until the newer round is announced, and until keys decide again. */
  async function awaitAnnouncement(): Promise<void> {
    await page.getByText(/sent round 2 while you read round 1/).waitFor();
    await page.waitForTimeout(SETTLED_MS);
  }

  /** Submits round 2 and approves by key some time later, at the latest when it is announced. Returns what was on screen at the key. */
  async function runRace(task: string, name: string, afterMs: number): Promise<Sight | undefined> {
    await openTask(task);
    await page.getByText(line(name, 1)).waitFor();
    const sights = await watchKeys(page);
    await page.waitForTimeout(SETTLED_MS);
    const submit = async (): Promise<void> => {
      await page.waitForTimeout(Math.max(0, -afterMs));
      await shop.resubmit(`agent/${name}`, `${name}.js`, `${line(name, 2)}\n`);
    };
    const approve = async (): Promise<void> => {
      if (Number.isFinite(afterMs)) await page.waitForTimeout(Math.max(0, afterMs));
      else await awaitAnnouncement();
      await page.keyboard.press("a");
    };
    await Promise.all([submit(), approve()]);
    await page.waitForTimeout(DECIDED_MS);
    return (await sights()).find(({ key }) => key === "a");
  }
});

describe("a newer round", () => {
  it("is announced, and a key for the round on screen never approves it", async () => {
    const [task = ""] = tasks;
    await openTask(task);
    expect(await shop.resubmit("agent/waiting0", "waiting0.js", `${line("waiting0", 2)}\n`)).toBe(
      0,
    );
    await page.getByText(/sent round 2 while you read round 1/).waitFor();
    await shop.waiting(task, 2);
    await pressSettled(page, "a");
    await page.getByText(/Look at it first/).waitFor();
    await expectUndecided();

    await page.keyboard.press("I");
    await page.getByText(line("waiting0", 2)).waitFor();
    await pressSettled(page, "a");
    await shop.stage.bench.until(task, ({ grace }) => grace?.act === "approve");
    const approvals = await loggedApprovals(shop.client, task);
    expect(approvals.at(-1)?.round).toBe(2);
  });
});

describe("all of it", () => {
  it("met no refusal of the content security policy, no error and no other origin", () => {
    const { violations, errors, foreign } = shop.lab;
    expect({ violations, errors, foreign }).toEqual({ violations: [], errors: [], foreign: [] });
  });
});
