import { afterEach, describe, expect, it } from "vitest";
import { frontPanel } from "../../model/panel-state.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { TOUR_SAMPLES } from "../../tour/sample-others.ts";

let lab: Lab;
afterEach(() => lab.close());

async function open(...keys: readonly string[]): Promise<void> {
  lab = await openLab({ size: { columns: 80, rows: 24 }, samples: TOUR_SAMPLES });
  await lab.press("S", "Enter", ...keys);
}

const panel = () => frontPanel(lab.model());
const chosen = (): string => lab.lines().find((line) => line.startsWith("│> ")) ?? "";

describe("the sprint", () => {
  it("tells what is done, who is at what and what comes next [R-178]", async () => {
    await open();
    expect(lab.screen()).toContain("0/2 tasks");
    expect(lab.screen()).toContain("Until no ready tasks");
    expect(lab.screen()).toContain("Next");
    expect(lab.screen()).toContain("5 waiting for you");
  });

  it("opens the task that is chosen, and stays on it whatever happens", async () => {
    await open("G");
    const last = chosen();
    await lab.press("g");
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
    const shop = {
      id: "shop",
      path: "/shop",
      target: "main",
      tip: null,
      found: null,
      hold,
      problem: null,
      unsandboxed: false,
      notice: null,
      unreviewed: '1 unreviewed commit on main: 5fadb58 "Say more", Dana',
      trustRequest: null,
    };
    lab = await openLab({
      size: { columns: 100, rows: 30 },
      samples: TOUR_SAMPLES,
      engine: (engine) => ({
        ...engine,
        async status() {
          asked += 1;
          return { ...(await engine.status()), repositories: asked === 1 ? [shop] : [] };
        },
      }),
    });
    await lab.press("S", "Enter");
    expect(lab.screen()).toContain("Paused   merges to shop: target moved   [M] release");
    expect(lab.screen()).toContain(
      'Target   shop: 1 unreviewed commit on main: 5fadb58 "Say more"',
    );
    await lab.pass(60_000);
    expect(lab.screen()).not.toContain("Paused");
    await lab.press("Esc");
    await lab.pass(120_000);
    expect(asked).toBe(3); // the board says it, too
  });

  it("follows the filter, and says so where there is nothing", async () => {
    await open("/", ..."no such task", "Enter");
    expect(lab.screen()).toContain("Nothing to do");
    await lab.press("Enter");
    expect(lab.screen()).toContain("There is no task to open.");
  });
});

describe("a sprint that runs", () => {
  it("is in the status bar, with how long it still goes on", async () => {
    await open();
    await lab.press("Esc");
    expect(lab.screen()).toContain("SPRINT │ 0/2 tasks │ Until no ready tasks");
    await lab.press("S", "!", "Y");
    expect(lab.screen()).not.toContain("SPRINT");
  });

  it("Space pauses and resumes it, alone and for the engine to decide", async () => {
    await open("Space");
    expect(lab.calls.at(-1)?.name).toBe("pauseSprint");
    expect(lab.screen()).toContain("by you-on-tour: no work begins");
    await lab.press("Esc");
    expect(lab.screen()).toContain("│ paused");
    await lab.press("S", "Space");
    expect(lab.calls.at(-1)?.name).toBe("resumeSprint");
    expect(lab.screen()).not.toContain("no work begins");
  });

  it("is told again as soon as one of its tasks changes", async () => {
    const ids = ["ch-abc1", "ch-abd1"];
    lab = await openLab({
      samples: TOUR_SAMPLES,
      engine: (engine) => ({
        ...engine,
        startSprint: ({ body }) => engine.startSprint({ body: { ...body, tasks: ids } }),
      }),
    });
    await lab.press("S", "Enter");
    expect(lab.screen()).toContain("1/2 tasks");
    await lab.press("R", "Enter", "X", ..."no", "Enter");
    await lab.pass(2_000);
    await lab.press("Esc", "Esc");
    expect(lab.screen()).toContain("SPRINT │ 0/2 tasks │ 1 failed");
  });

  it("! asks once more before it ends", async () => {
    await open("!");
    expect(panel()).toBe("stop");
    await lab.press("Esc");
    expect(panel()).toBe("sprint");
    await lab.press("!", "Y");
    expect(lab.calls.at(-1)?.name).toBe("stopSprint");
    expect(panel()).toBe("board");
  });

  it("stays in sight when it ends, with its own tasks", async () => {
    lab = await openLab({
      samples: TOUR_SAMPLES,
      engine: (engine) => ({
        ...engine,
        async showSprint() {
          const { sprint } = await engine.showSprint();
          const ended = { by: "countersign", atMs: Date.UTC(2026, 10, 14, 9, 42) };
          return { sprint: sprint && { ...sprint, state: "ended" as const, ended } };
        },
      }),
    });
    await lab.press("S", "Enter");
    await lab.pass(120_000);
    expect(lab.screen()).toMatch(/SPRINT +ended \d\d:42/);
    expect(lab.screen()).toContain("0/2 tasks");
  });

  it("says what the engine refuses", async () => {
    lab = await openLab({
      samples: TOUR_SAMPLES,
      engine: (engine) => ({
        ...engine,
        pauseSprint: async () => Promise.reject(new Error("a person is needed")),
      }),
    });
    await lab.press("S", "Enter", "Space");
    expect(lab.screen()).toContain("Cannot pause the sprint: a person is needed");
  });
});
