import { afterEach, describe, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import { frontPanel } from "../../model/panel-state.ts";
import { inUtc } from "../../testing/in-utc.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { TOUR_SAMPLES } from "../../tour/sample-others.ts";
import { planState } from "./plan.ts";

let lab: Lab;
afterEach(() => lab.close());

inUtc();

async function open(...keys: readonly string[]): Promise<void> {
  lab = await openLab({ size: { columns: 80, rows: 24 }, samples: TOUR_SAMPLES });
  await lab.press("S", ...keys);
}

const panel = () => frontPanel(lab.model());
/** A hundred at a time, as an engine tells them. */
function inPages(engine: EnginePort): EnginePort {
  return {
    ...engine,
    async listTasks({ limit = 100, after = "0", ...given } = {}) {
      const { items } = await engine.listTasks(given);
      const end = Number(after) + limit;
      return { items: items.slice(Number(after), end), next: end < items.length ? `${end}` : null };
    },
  };
}

const PLAIN = { target: { is: "none_ready" }, pauseOnFailure: false };

describe("planning a sprint", () => {
  it("opens where none runs, with every ready task chosen", async () => {
    await open();
    expect(panel()).toBe("planning");
    for (const text of ["SPRINT PLANNING", "Ready tasks: 2", "Selected: 2 tasks"])
      expect(lab.screen()).toContain(text);
    await lab.press("Esc");
    expect([panel(), lab.calls]).toEqual(["board", []]);
  });

  it("Enter starts it with what is chosen, and shows how it goes on [R-178] [R-240]", async () => {
    await open("Space", "Enter");
    const body = { tasks: ["ch-abd2"], ...PLAIN };
    expect(lab.calls).toEqual([{ name: "startSprint", given: { body } }]);
    expect(panel()).toBe("sprint");
  });

  it("a takes all or none, and none starts nothing", async () => {
    await open("a");
    expect(lab.screen()).toContain("Selected: 0 tasks");
    await lab.press("Enter");
    expect(lab.screen()).toContain("Choose at least one task.");
    expect([panel(), lab.calls]).toEqual(["planning", []]);
    await lab.press("a");
    expect(lab.screen()).toContain("Selected: 2 tasks");
  });

  it.each([
    [["Tab"], { is: "tasks", count: 2 }],
    [["Tab", "Tab", "+"], { is: "until", hours: 9 }],
    [["Tab", "Tab", "Tab", "-"], { is: "until", clock: 7 }],
  ] as const)("%j changes the target", async (keys, wanted) => {
    await open(...keys, "Enter");
    const { nowMs } = lab.model();
    const sent = lab.model().data.sprint?.target;
    if (wanted.is === "tasks") return expect(sent).toEqual(wanted);
    const untilMs = sent?.is === "until" ? sent.untilMs : 0;
    if ("hours" in wanted) expect(Math.round((untilMs - nowMs) / 3_600_000)).toBe(wanted.hours);
    else expect([new Date(untilMs).getHours(), untilMs > nowMs]).toEqual([wanted.clock, true]);
  });

  it("p asks for a pause on failure", async () => {
    await open("p", "Enter");
    expect(lab.model().data.sprint?.pauseOnFailure).toBe(true);
  });

  it("tells in the status bar until when it goes on", async () => {
    await open("Tab", "Tab", "Tab", "Enter", "Esc");
    expect(lab.screen()).toMatch(/SPRINT │ 0\/2 tasks │ Until 08:00 \(22h 19m left\)/);
  });

  it("takes every ready task, whatever the board is filtered to and however many there are", async () => {
    const [one] = TOUR_SAMPLES.filter(({ state }) => state === "open");
    if (one === undefined) throw new Error("No sample is open");
    const samples = Array.from({ length: 250 }, (_, at) => ({ ...one, id: `ch-${at}` }));
    lab = await openLab({ samples, engine: inPages });
    await lab.press("/", ..."no such task", "Enter", "S");
    await lab.settle();
    expect(lab.screen()).toContain("Selected: 250 tasks");
  });

  it("stays where the engine refuses to start, with all that was chosen", async () => {
    lab = await openLab({
      samples: TOUR_SAMPLES,
      engine: (engine) => ({
        ...engine,
        startSprint: async () => Promise.reject(new Error("one is running")),
      }),
    });
    await lab.press("S", "Space", "Tab", "Enter");
    expect(lab.screen()).toContain("Cannot start the sprint: one is running");
    expect(panel()).toBe("planning");
    expect(lab.screen()).toContain("Selected: 1 task");
    expect(lab.screen()).toContain("● Complete");
  });

  it("pauses no plan that nobody sees", async () => {
    await open("Enter", ":", ..."pause", "Enter");
    expect(lab.screen()).toContain("No command pause");
    expect(planState.of(lab.model()).pauseOnFailure).toBe(false);
  });

  it("tells how the sprint before ended", async () => {
    await open("Enter", "!", "Y", "S");
    expect(lab.screen()).toMatch(/SPRINT PLANNING +the last one: 0\/2 tasks, ended \d\d:\d\d/);
  });

  it("+ in the sprint adds what is not in it", async () => {
    await open("Space", "Enter", "+");
    expect(lab.screen()).toContain("ADD TO THE SPRINT");
    expect(lab.screen()).toContain("Selected: 0 tasks");
    await lab.press("Space", "Enter");
    expect(lab.calls.at(-1)).toEqual({
      name: "addToSprint",
      given: { body: { tasks: ["ch-abd1"] } },
    });
    expect(lab.screen()).toContain("0/2 tasks");
  });
});
