import { afterEach, describe, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

/** Every task is built on cs-low, which is not merged yet. */
const stacked = (engine: EnginePort): EnginePort => ({
  ...engine,
  showTask: async (asked) => {
    const view = await engine.showTask(asked);
    const baseTask = { task: "cs-low", round: 1, isMerged: false };
    return { ...view, round: view.round && { ...view.round, baseTask } };
  },
});

describe("a task that is built on another one", () => {
  it("names it on the board and beside its change [R-012]", async () => {
    lab = await openLab({ engine: stacked, size: { columns: 140, rows: 40 } });
    expect(lab.screen()).toContain("built on cs-low");
    await lab.press("Enter");
    expect(lab.screen()).toContain("Built on cs-low, which is merged first");
  });
});
