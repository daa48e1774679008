import { afterEach, describe, expect, it } from "vitest";
import { type Lab, type LabSettings, openLab } from "../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

async function open(settings: LabSettings = {}): Promise<void> {
  lab = await openLab(settings);
}

describe("accidents", () => {
  it("a double tap decides one task", async () => {
    await open();
    await lab.press("R", "Enter");
    await lab.pass(300);
    await lab.type("A", "A");
    expect(lab.calls).toHaveLength(1);
  });

  it("a paste decides nothing, marked or not", async () => {
    await open();
    await lab.press("R", "Enter");
    await lab.pass(300);
    lab.program.send({ type: "pasted", text: "A".repeat(200) });
    lab.program.send({ type: "keys", keys: [..."AAAAAAAAAAAA"] });
    lab.program.send({ type: "keys", keys: ["A", "Enter", "A"] });
    await lab.settle();
    expect(lab.calls).toEqual([]);
    expect(lab.screen()).toContain("looked like a paste");
  });

  it("a key that decides and is followed by a burst decides nothing", async () => {
    await open();
    await lab.press("R", "Enter");
    await lab.pass(300);
    for (const key of "Approve it") lab.program.send({ type: "keys", keys: [key] });
    lab.program.send({ type: "waited", token: 1 });
    await lab.settle();
    expect(lab.calls).toEqual([]);
  });

  it("a paste that comes key by key rejects nothing, sends nothing back and chooses nothing", async () => {
    await open();
    await lab.press("R", "Enter");
    await lab.pass(300);
    for (const keys of [
      ["X", "Enter"],
      ["R", "1", "Enter"],
      ["m", "Enter"],
    ]) {
      for (const key of keys) lab.program.send({ type: "keys", keys: [key] });
      await lab.pass(500);
      await lab.press("Esc");
    }
    expect(lab.calls).toEqual([]);
  });

  it("a newer round is announced, and only then approved", async () => {
    await open();
    await lab.press("R", "Enter");
    const view = lab.model().data.views.get("ch-abc1");
    if (view === undefined || view.round === null) throw new Error("It was not read");
    const round = {
      ...view.round,
      number: 3,
      content: { ...view.round.content, tree: "d".repeat(40) },
    };
    const newer = { ...view, seq: 9, round };
    lab.program.send({ type: "answered", answer: { type: "view", view: newer, atMs: 0 } });
    expect(lab.screen()).toContain("agent-1 sent round 3 while you read round 2.");
    await lab.type("A");
    expect(lab.calls).toEqual([]);
    await lab.pass(1_100);
    await lab.type("A");
    expect(lab.calls).toMatchObject([{ given: { body: { round: 3, tree: "d".repeat(40) } } }]);
  });

  it("a refusal says why, and the task is back in the list", async () => {
    await open({
      engine: (engine) => ({
        ...engine,
        approve: async () => {
          throw new Error("gate needs_fixes (1 major)");
        },
      }),
    });
    await lab.press("R", "Enter", "A");
    expect(lab.screen()).toContain("Cannot approve ch-abc1: gate needs_fixes (1 major)");
    expect(lab.model().review.queue).toContain("ch-abc1");
  });
});
