import { afterEach, describe, expect, it } from "vitest";
import { type Lab, openLab } from "../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

const TASK = "ch-abc1";

/** The task as the engine tells it after the author has submitted other work. */
function tellNewerRound(): void {
  const view = lab.model().data.views.get(TASK);
  if (view === undefined || view.round === null) throw new Error(`${TASK} has no round`);
  const content = { ...view.round.content, tree: "f".repeat(40) };
  const round = { ...view.round, number: view.round.number + 1, content };
  const newer = { ...view, seq: view.seq + 5, round };
  lab.program.send({
    type: "answered",
    answer: { type: "view", view: newer, atMs: lab.model().nowMs },
  });
}

type Form = { name: string; path: readonly string[]; open: readonly string[]; call: string };

const TASK_PANEL = ["R", "1"];
const FORMS: readonly Form[] = [
  { name: "redo", path: TASK_PANEL, open: ["R", "1"], call: "redo" },
  { name: "reject", path: TASK_PANEL, open: ["X", "n", "o"], call: "reject" },
  { name: "override", path: TASK_PANEL, open: ["O", "o", "k"], call: "override" },
  { name: "mode", path: TASK_PANEL, open: ["m", "j"], call: "changeMode" },
];

describe("a newer round that arrives while a form is open", () => {
  it.each(FORMS)("does not slip under the $name form", async ({ path, open, call }) => {
    lab = await openLab();
    await lab.press(...path, ...open);
    const view = lab.model().data.views.get(TASK);
    const { number, content } = view?.round ?? { number: 0, content: { tree: "" } };
    tellNewerRound();
    await lab.press("Enter");
    expect(lab.calls).toEqual([
      {
        name: call,
        given: {
          task: TASK,
          body: expect.objectContaining({ round: number, tree: content.tree }),
        },
      },
    ]);
  });

  it("is not put off by a list that was opened before it", async () => {
    lab = await openLab();
    await lab.press("t");
    const task = lab.model().review.current ?? "";
    expect(task).toBe(TASK);
    const seq = lab.model().data.views.get(TASK)?.seq;
    tellNewerRound();
    await lab.press("Enter");
    const body: unknown = expect.objectContaining({ seq });
    expect(lab.calls).toEqual([{ name: "putOff", given: { task: TASK, body } }]);
  });

  it("is announced once the form is closed, and approved only after it was in sight", async () => {
    lab = await openLab();
    await lab.press("R", "1", "X", "n");
    tellNewerRound();
    await lab.press("Esc");
    expect(lab.screen()).toContain("while you read round 2");
    await lab.type("A");
    expect(lab.calls).toEqual([]);
    await lab.pass(1_500);
    await lab.press("A");
    const body: unknown = expect.objectContaining({ round: 3, tree: "f".repeat(40) });
    expect(lab.calls).toEqual([{ name: "approve", given: { task: TASK, body } }]);
  });
});
