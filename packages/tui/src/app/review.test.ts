import { afterEach, describe, expect, it } from "vitest";
import { frontPanel } from "../model/panel-state.ts";
import { boardState } from "../panels/board/board-state.ts";
import { type Lab, type LabSettings, openLab } from "../testing/open-lab.ts";
import { READ_READY } from "../testing/read-ready.ts";
import { SAMPLES } from "../tour/sample-tasks.ts";
import { sampleTree } from "../tour/sample-view.ts";

let lab: Lab;
afterEach(() => lab.close());

async function open(settings: LabSettings = {}): Promise<void> {
  lab = await openLab(settings);
}

const panel = () => frontPanel(lab.model());
const [first = fail()] = SAMPLES;

function fail(): never {
  throw new Error("There is no sample");
}

describe("the board", () => {
  it("shows what waits, and R opens it [R-170] [R-171]", async () => {
    await open({ size: { columns: 80, rows: 24 } });
    expect(lab.screen()).toContain("REVIEW PENDING │ 5 tasks │ Press [R] to review");
    await lab.press("R");
    expect(panel()).toBe("summary");
  });

  it("shows what is reviewed in a column between work and what is done [R-023]", async () => {
    await open({ size: { columns: 100, rows: 30 } });
    expect(lab.screen()).toMatch(/Open \d+ +│ In Progress \d+ +│ Reviewing 5 +│ Done \d+/);
  });

  it("shows one waiting task in the panel that shows one of several [R-006]", async () => {
    await open({ samples: SAMPLES.slice(0, 1) });
    await lab.press("R");
    const body = () => lab.lines().slice(3, 20);
    const single = body();
    lab.close();
    await open();
    await lab.press("R", "Enter");
    expect(body()).toEqual(single);
  });

  it("opens a single waiting task directly, and the decision returns to the board [R-171]", async () => {
    await open({ samples: SAMPLES.slice(1, 2) });
    await lab.press("r");
    expect(panel()).toBe("single");
    await lab.press("a");
    expect(panel()).toBe("board");
    expect(lab.calls.map(({ name }) => name)).toEqual(["approve"]);
  });

  it("says what goes on when nothing waits", async () => {
    await open({ samples: [] });
    await lab.press("R");
    expect(panel()).toBe("board");
    expect(lab.screen()).toContain("Nothing to review.");
  });

  it("takes whoever has nothing yet on the tour, and puts off what there is", async () => {
    await open({ samples: [] });
    expect(lab.screen()).toContain("[t]  take the tour");
    await lab.press("t");
    expect([lab.left(), lab.model().next]).toEqual([true, "tour"]);
    lab.close();
    await open();
    await lab.press("t");
    expect([lab.left(), panel()]).toEqual([false, "later"]);
  });

  it("keeps the selection on the same task, whatever moves around it", async () => {
    await open();
    await lab.press("j", "j");
    const selected = boardState.of(lab.model()).selected.reviewing;
    expect(selected).toBe("ch-abc3");
    lab.program.send({
      type: "answered",
      answer: { type: "changed", lines: [{ ...line("ch-new1"), priority: "P0", seq: 5 }] },
    });
    expect(boardState.of(lab.model()).selected.reviewing).toBe(selected);
  });

  it("leaves with q and with Ctrl+C", async () => {
    await open();
    await lab.press("q");
    expect(lab.left()).toBe(true);
  });
});

function line(task: string) {
  const known = lab.model().data.lines.get("ch-abc1");
  if (known === undefined) throw new Error("There is no task");
  return { ...known, task };
}

describe("the review summary", () => {
  it("counts by the rule, not by the picture: a per-task task is never auto-approvable [R-172] [D7]", async () => {
    await open();
    await lab.press("R");
    expect(lab.screen()).toContain("Auto-approvable: 0    Need attention: 5");
    await lab.press(...READ_READY);
    expect(lab.screen()).toContain("Auto-approvable: 2    Need attention: 3");
    expect(lab.screen()).toContain("[A] Approve all auto-approvable (2)");
  });

  it("approves exactly the tasks that it shows as auto-approvable, with the rounds shown [R-172]", async () => {
    await open();
    await lab.press("R", ...READ_READY, "A");
    expect(lab.calls).toEqual([approval("ch-abc2", 1), approval("ch-abc4", 1)]);
    expect(panel()).toBe("summary");
    expect(lab.model().review.queue).toEqual(["ch-abc1", "ch-abc3", "ch-abc5"]);
  });

  it("asks once more where the policy says so, and approves exactly what the sheet shows", async () => {
    await open({ confirmBatch: "always" });
    await lab.press("R", ...READ_READY, "A", "A", "Enter");
    expect(panel()).toBe("confirm");
    expect(lab.calls).toEqual([]);
    expect(lab.screen()).toContain("Approve 2 tasks?");
    expect(lab.screen()).toContain("Left out: ch-abc1 (mode per-task)");
    await lab.press("Y");
    expect(lab.calls).toEqual([approval("ch-abc2", 1), approval("ch-abc4", 1)]);
    expect(panel()).toBe("summary");
  });

  it("asks once more only for what was not read, where the policy says that", async () => {
    await open({ confirmBatch: "unread" });
    await lab.press("R", "A", "Esc");
    expect(lab.calls).toEqual([]);
    await lab.press(...READ_READY, "A");
    expect(lab.calls.map(({ name }) => name)).toEqual(["approve", "approve"]);
  });

  it("takes all of it back with one U", async () => {
    await open();
    await lab.press("R", ...READ_READY, "A", "U");
    expect(lab.calls.slice(2).map(({ name, given }) => [name, given])).toEqual([
      ["undo", { task: "ch-abc2", body: shown("ch-abc2", 1) }],
      ["undo", { task: "ch-abc4", body: shown("ch-abc4", 1) }],
    ]);
    expect(lab.model().review.queue).toHaveLength(5);
  });

  it.each(["1", "3", "5"])("jumps to task %s [R-175]", async (digit) => {
    await open();
    await lab.press("R", digit);
    expect(panel()).toBe("task");
    expect(lab.model().review.current).toBe(`ch-abc${digit}`);
  });

  it("reaches tasks beyond the ninth by two digits [D8]", async () => {
    const samples = Array.from({ length: 15 }, (_, at) => ({ ...first, id: `t-${at + 1}` }));
    await open({ samples });
    await lab.press("R", "1");
    expect(panel()).toBe("summary");
    await lab.press("2");
    expect(lab.model().review.current).toBe("t-12");
  });
});

function shown(task: string, round: number) {
  return { round, tree: sampleTree(task, round) };
}

function approval(task: string, round: number) {
  const body: unknown = expect.objectContaining(shown(task, round));
  return { name: "approve", given: { task, body } };
}

describe("one by one", () => {
  it("approves what is shown and goes to the next [R-173]", async () => {
    await open();
    await lab.press("R", "Enter", "A");
    expect(lab.calls).toEqual([approval("ch-abc1", 2)]);
    expect(lab.model().review.current).toBe("ch-abc2");
    expect(panel()).toBe("task");
  });

  it("returns to the board after the last", async () => {
    await open();
    await lab.press("R", "Enter", "A", "A", "A", "A", "A");
    expect(lab.calls.filter(({ name }) => name === "approve")).toHaveLength(5);
    expect(panel()).toBe("board");
  });

  it("turns with N and P, and says where the end is", async () => {
    await open();
    await lab.press("R", "Enter", "N", "N", "P");
    expect(lab.model().review.current).toBe("ch-abc2");
    await lab.press("P", "P");
    expect(lab.screen()).toContain("This is the first task.");
  });

  it("rejects with a reason, with none, and not at all after Esc", async () => {
    await open();
    await lab.press("R", "Enter", "X", "n", "o", "Esc", "X", "t", "o", "o", "Enter", "X", "Enter");
    expect(lab.calls).toEqual([
      {
        name: "reject",
        given: { task: "ch-abc1", body: { ...shown("ch-abc1", 2), reason: "too" } },
      },
      {
        name: "reject",
        given: { task: "ch-abc2", body: { ...shown("ch-abc2", 1), reason: "rejected" } },
      },
    ]);
  });

  it("sends a redo with everything that was said [R-161] [R-174]", async () => {
    await open();
    await lab.press("R", "3", "R", "2", "5", "Tab", ..."hard", "Ctrl+J", ..."coded");
    await lab.press("Tab", "j", "Tab", "Down", "Enter");
    expect(lab.calls).toEqual([
      {
        name: "redo",
        given: {
          task: "ch-abc3",
          body: {
            ...shown("ch-abc3", 3),
            quickIssues: ["Code style issues", "Security issues"],
            customFeedback: "hard\ncoded",
            option: "fresh",
            priority: "bump",
          },
        },
      },
    ]);
    expect(lab.model().review.current).toBe("ch-abc4");
  });

  it("refuses a redo that says nothing, and keeps what was begun [R-174]", async () => {
    await open();
    await lab.press("R", "Enter", "R", "Enter");
    expect(lab.calls).toEqual([]);
    expect(lab.screen()).toContain("Say at least one thing to change.");
    await lab.press("Tab", "x", "Esc", "R");
    expect(lab.screen()).toContain("│ x");
  });
});

describe("decisions that can be taken back", () => {
  it("are shown with the time that is left, and U takes them back", async () => {
    await open();
    await lab.press("R", "Enter", "A");
    expect(lab.screen()).toContain("APPROVED ch-abc1 │ merges in 10 s │ [U] undo");
    await lab.press("U");
    expect(lab.calls.map(({ name }) => name)).toEqual(["approve", "undo"]);
    expect(lab.screen()).toContain("Taken back: ch-abc1");
  });

  it("are taken back at once, also right after the screen changed", async () => {
    await open();
    await lab.press("R", "Enter", "A");
    await lab.type("U");
    await lab.pass(100);
    expect(lab.calls.map(({ name }) => name)).toEqual(["approve", "undo"]);
  });

  it("are not offered when the time is over", async () => {
    await open();
    await lab.press("R", "Enter", "A");
    await lab.pass(11_000);
    expect(lab.screen()).not.toContain("[U] undo");
  });
});

it("a task that comes while another is read joins the queue at its end [R-042] [D8]", async () => {
  await open();
  await lab.press("R", "Enter");
  const late = { ...line("ch-late"), seq: 1 };
  lab.program.send({ type: "answered", answer: { type: "changed", lines: [late] } });
  const inbox = {
    items: [late, ...[...lab.model().data.lines.values()].filter(({ task }) => task !== "ch-late")],
    next: null,
    waitingForMe: 6,
    putOff: 0,
    counts: lab.model().data.counts,
  };
  lab.program.send({ type: "answered", answer: { type: "inbox", inbox } });
  expect(lab.model().review.queue.at(-1)).toBe("ch-late");
  expect(lab.model().review.current).toBe("ch-abc1");
});

it("a task that was approved elsewhere leaves the summary", async () => {
  await open();
  await lab.press("R");
  expect(lab.screen()).toContain("ch-abc2");
  const known = lab.model().data.lines.get("ch-abc2");
  if (known === undefined) throw new Error("no task");
  const turn = { holder: "engine", who: null };
  const gone = { ...known, state: "approved" as const, turn, seq: known.seq + 1 };
  lab.program.send({ type: "answered", answer: { type: "changed", lines: [gone] } });
  expect(lab.screen()).not.toContain("ch-abc2");
  expect(lab.model().review.queue).not.toContain("ch-abc2");
});
