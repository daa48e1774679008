import { afterEach, describe, expect, it } from "vitest";
import type { ScreenText } from "../screen-reader/screen-text.ts";
import { announce } from "../screen-reader/screen-text.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { READ_READY } from "../testing/read-ready.ts";
import { describeScreen } from "./describe-screen.ts";

let lab: Lab;
let said: ScreenText | null = null;
afterEach(() => lab.close());

async function open(): Promise<void> {
  lab = await openLab();
  said = null;
}

/** What is added after these keys. */
async function hear(...keys: readonly string[]): Promise<string[]> {
  await lab.press(...keys);
  const now = describeScreen(lab.model());
  const lines = announce(said, now);
  said = now;
  return lines;
}

const FRAMES = /[│┌┐└┘├┤┬┴┼─═▶✓✗●○▼]/u;

describe("what a screen reader gets", () => {
  it("is the board in words, and then only what is chosen", async () => {
    await open();
    const first = await hear();
    expect(first[0]).toBe("Board of shop-api, branch main");
    expect(first).toContain("Open 0, In Progress 0, Reviewing 5, Done 0.");
    expect(first).toContain(
      "Reviewing, task 1 of 5, ch-abc1, Add user authentication, P0, your turn, quality 4 of 4, mode per-task",
    );
    expect(first.at(-1)).toContain("Keys: R review");
    expect(await hear("j")).toEqual([
      "Reviewing, task 2 of 5, ch-abc2, Fix login bug, P0, your turn, quality 4 of 4, mode batch",
    ]);
    expect(await hear()).toEqual([]);
    expect(await hear("h")).toEqual(["In Progress: nothing"]);
  });

  it("is every task of the summary, and what a decision came to", async () => {
    await open();
    const summary = await hear("R");
    expect(summary[0]).toBe("Review summary, 5 tasks");
    expect(summary[3]).toBe("3. ch-abc3, Rate limiting, P1, your turn, quality 3 of 4, mode batch");
    expect((await hear(...READ_READY)).join("\n")).toMatch(/ch-abc2.*auto-approvable/);
    expect(await hear("A")).toContain("2 approved: ch-abc2, ch-abc4");
  });

  it("is a task as a whole, without frames and signs", async () => {
    await open();
    const task = await hear("R", "Enter");
    expect(task[0]).toBe("Task 1 of 5, ch-abc1");
    expect(task).toContain("Changes Summary:");
    expect(task).toContain("Tests: 12/12 passed yes");
    expect(task).toContain("STATUS: DONE");
    expect(task.join("\n")).not.toMatch(FRAMES);
  });

  it("is the change line by line, and a finding as one", async () => {
    await open();
    const diff = await hear("R", "Enter", "D");
    expect(diff[0]).toBe("Change of ch-abc1, 4 files");
    expect(diff).toContain("src/auth/login.ts, new, 145 added, 0 removed");
    expect(await hear("j")).toEqual(["Line 1 added: import { sign, verify } from 'jose';"]);
    const [finding = ""] = await hear("}");
    expect(finding).toMatch(/^warning reviewer-sec security confidence 0\.86/);
    expect(finding).toContain("Satisfied when: reuse of a token is answered with 401");
  });

  it("is the sheet that asks once more", async () => {
    lab = await openLab({ confirmBatch: "always" });
    said = null;
    const sheet = await hear("R", ...READ_READY, "A");
    expect(sheet[0]).toBe("Approve 2 tasks?");
    expect(sheet[1]).toContain("ch-abc2, Fix login bug");
    expect(sheet.at(-1)).toContain("Y approves them");
  });

  it("is the form field by field", async () => {
    await open();
    const form = await hear("R", "3", "R");
    expect(form[0]).toBe("Redo of ch-abc3");
    expect((await hear("2"))[0]).toContain("2 Code style issues, chosen");
    expect(await hear("Tab")).toEqual(["Field: feedback, a text."]);
    expect(await hear("x")).toEqual([]);
    expect((await hear("Tab"))[0]).toContain("redo option, 1 of 3: keep current changes");
    expect((await hear("Tab"))[0]).toContain("priority after it, 1 of 3: same");
  });

  it.each([
    ["why", ["R", "Enter", "W"], "Why ch-abc1"],
    ["activity", ["L"], "Activity, newest first"],
    ["help", ["?"], "Help"],
    ["mode", ["R", "Enter", "m"], "Review mode of ch-abc1"],
    ["later", ["R", "t"], "Later of ch-abc1"],
    ["reject", ["R", "Enter", "X"], "Reject ch-abc1"],
    ["planning", ["S"], "Sprint planning"],
    ["try", ["R", "Enter", "W", "t"], "Each mode for ch-abc1; nothing is changed"],
  ])("is also %s, without frames", async (_, keys, name) => {
    await open();
    const lines = await hear(...keys);
    expect(lines).toContain(name);
    expect(lines.join("\n")).not.toMatch(FRAMES);
  });
});
