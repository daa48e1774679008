import type { TaskView } from "@countersign/api";
import { afterEach, describe, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

const REASON =
  "The preparation `npm ci` ended with exit code 1.\n\nnpm error cause: lock file not in sync\n[… 60 lines left out …]\nnpm error usage";

/** The engine of the tour, with one task told otherwise. */
const telling = (id: string, change: (view: TaskView) => TaskView) => (engine: EnginePort) => ({
  ...engine,
  showTask: async (asked: { task: string }) => {
    const view = await engine.showTask(asked);
    return view.id === id ? change(view) : view;
  },
});

/** The first check of a task has no result. */
const withoutResult = (view: TaskView): TaskView => ({
  ...view,
  round: view.round && {
    ...view.round,
    requirements: view.round.requirements.map((requirement) =>
      requirement.id !== "check:Tests"
        ? requirement
        : {
            ...requirement,
            status: "objected",
            verdicts: [],
            withoutResult: [{ reviewer: "Tests", reason: REASON }],
          },
    ),
  },
});

describe("the output of checks", () => {
  it("is one key away from the board, whole, with what has no result first", async () => {
    lab = await openLab({
      engine: telling("ch-abc1", withoutResult),
      size: { columns: 80, rows: 24 },
    });
    await lab.press("o");

    const screen = lab.screen();
    expect(screen).toContain("OUTPUT  ch-abc1");
    expect(screen).toContain("check:Tests  no result");
    expect(screen).toContain("npm error cause: lock file not in sync");
    expect(screen).toContain("[… 60 lines left out …]");
    expect(screen).toContain("npm error usage");
    expect(screen.indexOf("check:Tests")).toBeLessThan(screen.indexOf("check:Lint"));
    await lab.press("Esc");
    expect(lab.screen()).toContain("Reviewing");
  });

  it("is announced on the card and in the task with a sign and words of its own", async () => {
    lab = await openLab({ engine: telling("ch-abc1", withoutResult) });
    expect(lab.screen()).toContain("!✓✓✓");
    await lab.press("R", "Enter");
    expect(lab.screen()).toContain("Tests: no result: The preparation `npm ci` ended");
  });
});

it("says what checks do now and for how long, and reads it again while they work", async () => {
  let sinceMs = 0;
  lab = await openLab({
    engine: (engine) => ({
      ...engine,
      listTasks: async (query: Parameters<EnginePort["listTasks"]>[0]) => {
        const page = await engine.listTasks(query);
        return { ...page, items: page.items.map(withChecks) };
      },
      inbox: async (query: Parameters<EnginePort["inbox"]>[0]) => ({
        ...(await engine.inbox(query)),
        items: [],
      }),
      showTask: async (asked: { task: string }) => {
        const view = await engine.showTask(asked);
        const step = { requirement: "check:Tests", reviewer: "Tests", step: "preparing" as const };
        const turn = { holder: "checks" as const, who: null };
        return view.id === "ch-abc1" ? { ...view, turn, atWork: [{ ...step, sinceMs }] } : view;
      },
    }),
  });
  const { nowMs } = lab.model();
  sinceMs = nowMs - 37_000;
  await lab.pass(4_000);
  await lab.pass(1_000);
  expect(lab.screen()).toMatch(/installing dependencies, 4\d s/);
});

function withChecks<Line extends { task: string }>(line: Line): Line {
  return line.task === "ch-abc1" ? { ...line, turn: { holder: "checks", who: null } } : line;
}
