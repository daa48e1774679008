import { afterEach, describe, expect, it } from "vitest";
import { frontPanel } from "../../model/panel-state.ts";
import { AT_WORK } from "../../testing/at-work.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { sampleTree } from "../../tour/sample-view.ts";

let lab: Lab;
afterEach(() => lab.close());

async function open(...keys: readonly string[]): Promise<void> {
  lab = await openLab({ size: { columns: 80, rows: 24 }, samples: AT_WORK });
  await lab.press("Enter", ...keys);
}

const panel = () => frontPanel(lab.model());
const seat = (reviewer: string) => ({
  task: "ch-abc1",
  body: { round: 2, tree: sampleTree("ch-abc1", 2), requirement: "panel", reviewer },
});

describe("reviewers at work", () => {
  it("open for a card that is with them, at the first that has not answered", async () => {
    await open();
    expect(panel()).toBe("reviewers");
    for (const text of [
      "REVIEWERS AT WORK  ch-abc1 Add user authentication",
      /✓ read +4 files, \+278 -0/,
      /✓ plan +risk 7\/10 {3}auth {3}8 reviewers/,
      /▸ ask +6\/8 done/,
      /✓ Tests +approved, 0 findings/,
      />\s+▸ api-reviewer +at work/,
      /○ decide/,
    ])
      expect(lab.screen()).toMatch(text);
    await lab.press("Esc");
    expect([panel(), lab.calls]).toEqual(["board", []]);
  });

  it("Enter shows the task", async () => {
    await open("Enter");
    expect(panel()).toBe("single");
    expect(lab.screen()).toContain("REVIEW TASK");
  });

  it("+ has the chosen one asked again", async () => {
    await open("j", "+");
    expect(lab.calls).toEqual([{ name: "retryReviewer", given: seat("design-auditor") }]);
    expect(lab.screen()).toContain("design-auditor is asked again.");
    expect(panel()).toBe("reviewers");
  });

  it("- waits for it no longer, once", async () => {
    await open("-");
    expect(lab.calls).toEqual([{ name: "cancelReviewer", given: seat("api-reviewer") }]);
    expect(lab.screen()).toMatch(/✗ api-reviewer +no result/);
    await lab.press("-");
    expect(lab.screen()).toContain("The task is not waiting for api-reviewer.");
    expect(lab.calls).toHaveLength(1);
  });

  it("does nothing to one that has answered", async () => {
    await open("g", "+", "-");
    expect(lab.screen()).toContain("The task is not waiting for Tests.");
    expect(lab.calls).toEqual([]);
  });

  it("a click chooses, a second one shows the task", async () => {
    await open();
    const at = lab.lines().findIndex((line) => line.includes("design-auditor"));
    const event = { is: "press", column: 12, row: at } as const;
    lab.program.send({ type: "pointed", event });
    expect(lab.lines()[at]).toMatch(/> {3}▸ design-auditor/);
    lab.program.send({ type: "pointed", event });
    expect(panel()).toBe("single");
  });

  it("is not directed from where it cannot be seen", async () => {
    await open("Esc", ":", ..."reviewers.cancel", "Enter");
    expect(lab.screen()).toContain("cancel reviewer: not here.");
    expect(lab.calls).toEqual([]);
  });

  it("says what the engine refuses", async () => {
    lab = await openLab({
      samples: AT_WORK,
      engine: (engine) => ({
        ...engine,
        cancelReviewer: async () => Promise.reject(new Error("it has answered")),
      }),
    });
    await lab.press("Enter", "-");
    expect(lab.screen()).toContain("Cannot cancel ch-abc1: it has answered");
  });
});
