import type { TaskView } from "@countersign/api";
import { afterEach, describe, expect, it } from "vitest";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

const VERDICT = `vrd_${"7".repeat(32)}`;

/** The first task as the engine would tell it while a reviewer's blocker holds it. */
function held(view: TaskView, seq = view.seq): TaskView {
  const { round } = view;
  if (round === null) throw new Error("There is no round");
  const [first, ...rest] = round.requirements;
  if (first === undefined) throw new Error("There is no requirement");
  const verdict = {
    id: VERDICT,
    by: "codex",
    byKind: "agent" as const,
    opinion: "blocker" as const,
    summary: "This deletes data",
    findings: [],
    costUsd: 0,
    sandboxed: true,
  };
  return {
    ...view,
    seq,
    state: "held",
    round: { ...round, requirements: [{ ...first, verdicts: [verdict] }, ...rest] },
    hold: {
      kind: "escalated",
      reasons: [{ code: "blocker", about: VERDICT }],
      ...{ line: ["me"], inTurn: "me", question: null, offered: false, offeredTree: null },
    },
  };
}

async function openHeld(): Promise<void> {
  lab = await openLab({
    size: { columns: 120, rows: 40 },
    engine: (engine) => ({
      ...engine,
      async showTask(given) {
        const view = await engine.showTask(given);
        return view.id === "ch-abc1" && view.state === "reviewing" ? held(view) : view;
      },
    }),
  });
  await lab.press("R", "1");
}

describe("a task on hold", () => {
  it("says in the reviewer's words why, and lists each way out", async () => {
    await openHeld();
    expect(lab.screen()).toContain('On hold: codex blocks: "This deletes data"');
    await lab.press("A");
    expect(lab.screen()).toContain("RELEASE");
    expect(lab.screen()).toContain("> set aside    do not count what codex said");
    expect(lab.screen()).toContain("send back    let the author rework it");
    expect(lab.calls).toEqual([]);
  });

  it("is released by the way that is chosen, for the round on screen", async () => {
    await openHeld();
    await lab.press("A", "Enter");
    expect(lab.calls).toMatchObject([
      {
        name: "release",
        given: {
          task: "ch-abc1",
          body: {
            round: 2,
            offered: null,
            resolutions: [{ do: "set_aside", verdict: VERDICT }],
          },
        },
      },
    ]);
    expect(lab.screen()).toContain("ch-abc1 is released: do not count what codex said.");
  });

  it("is not released by a list that is out of date", async () => {
    await openHeld();
    await lab.press("A");
    const view = lab.model().data.views.get("ch-abc1");
    if (view === undefined) throw new Error("It was not read");
    const newer = held(view, view.seq + 1);
    lab.program.send({ type: "answered", answer: { type: "view", view: newer, atMs: 0 } });
    await lab.press("Enter");
    expect(lab.calls).toEqual([]);
    expect(lab.screen()).toContain("ch-abc1 has changed. Look at it again.");
  });
});

it("the ways to release a task can be selected with the keys", async () => {
  await openHeld();
  await lab.press("A", "j");
  expect(lab.screen()).toContain("> send back");
  await lab.press("k");
  expect(lab.screen()).toContain("> set aside");
});
