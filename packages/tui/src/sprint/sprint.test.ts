import { afterEach, describe, expect, it } from "vitest";
import { panelOf } from "../panels/panel-machine.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { TOUR_SAMPLES } from "../tour/sample-others.ts";

let lab: Lab;
afterEach(() => lab.close());

async function open(...keys: readonly string[]): Promise<void> {
  lab = await openLab({ size: { columns: 80, rows: 24 }, samples: TOUR_SAMPLES });
  await lab.press("S", ...keys);
}

const panel = () => panelOf(lab.model().panels);
const chosen = (): string => lab.lines().find((line) => line.startsWith("│> ")) ?? "";

describe("the sprint", () => {
  it("tells what is done, who is at what and what comes next", async () => {
    await open();
    const { counts } = lab.model().data;
    const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
    expect(lab.screen()).toContain(`${counts.done}/${all} tasks`);
    expect(lab.screen()).toContain("Now");
    expect(lab.screen()).toContain("Next");
    expect(lab.screen()).toContain("5 waiting for you");
  });

  it("opens the task that is chosen, and stays on it whatever happens", async () => {
    await open("G");
    const last = chosen();
    await lab.press("g", "j");
    const before = chosen();
    expect(before).not.toBe(last);
    await lab.press("m", "Esc");
    expect(chosen()).toBe(before);
    await lab.press("W", "Esc", "Enter");
    expect(panel()).toBe("single");
    expect(before).toContain(lab.model().review.current);
    await lab.press("Esc");
    expect(panel()).toBe("board");
  });

  it("R goes to the review, Esc back to the board", async () => {
    await open("R");
    expect(panel()).toBe("summary");
    await lab.press("Esc", "S", "Esc");
    expect(panel()).toBe("board");
  });

  it("says which merges are stopped, and asks again while it is open", async () => {
    let asked = 0;
    const hold = { why: "target_moved", atMs: 1, detail: "" };
    const shop = { id: "shop", path: "/shop", target: "main", tip: null, hold, problem: null };
    lab = await openLab({
      size: { columns: 100, rows: 30 },
      engine: (engine) => ({
        ...engine,
        async status() {
          asked += 1;
          return { ...(await engine.status()), repositories: asked === 1 ? [shop] : [] };
        },
      }),
    });
    await lab.press("S");
    expect(lab.screen()).toContain(
      "Paused   merges to shop: target moved   countersign repo release",
    );
    await lab.pass(60_000);
    expect(lab.screen()).not.toContain("Paused");
    await lab.press("Esc");
    await lab.pass(120_000);
    expect(asked).toBe(2);
  });

  it("follows the filter, and says so where there is nothing", async () => {
    await open("/", ..."no such task", "Enter");
    expect(lab.screen()).toContain("Nothing to do");
    await lab.press("Enter");
    expect(lab.screen()).toContain("There is no task to open.");
  });
});
