import type { TaskView } from "@countersign/api";
import { afterEach, describe, expect, it } from "vitest";
import type { EnginePort } from "../../data/engine-port.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

/** The board on an engine that tells more of each task. */
async function openTask(more: (view: TaskView) => Partial<TaskView>): Promise<string> {
  const engine = (tour: EnginePort): EnginePort => ({
    ...tour,
    showTask: async (asked) => {
      const view = await tour.showTask(asked);
      return { ...view, ...more(view) };
    },
  });
  lab = await openLab({ engine, size: { columns: 200, rows: 60 } });
  await lab.press("R", "Enter");
  return lab.screen();
}

type Requirement = NonNullable<TaskView["round"]>["requirements"][number];
type Policy = NonNullable<NonNullable<TaskView["round"]>["change"]>["policy"];

const withPolicy =
  (policy: Policy) =>
  ({ round }: TaskView): Partial<TaskView> =>
    round?.change == null ? {} : { round: { ...round, change: { ...round.change, policy } } };

describe("the task panel", () => {
  it("shows every key of the policy that the change loosens, before and after", async () => {
    const loosened = [{ key: "limits.attempts", before: "3", after: "10" }];
    const screen = await openTask(withPolicy({ effect: "changed", problem: "", loosened }));

    expect(screen).toContain("Policy");
    expect(screen).toContain("limits.attempts: 3 → 10");
  });

  it("shows why the policy could not be read after the change", async () => {
    const problem = "merge.targett: There is no such key";
    const screen = await openTask(withPolicy({ effect: "unreadable", problem, loosened: [] }));

    expect(screen).toContain(problem);
  });

  it("does not show a reviewer that has concerns as if it had none", async () => {
    const verdict: Requirement["verdicts"][number] = {
      ...{ id: "v1", by: "reader", byKind: "agent" },
      ...{ opinion: "concerns", summary: "Rounding.", findings: [] },
      ...{ costUsd: 0, sandboxed: true },
    };
    const answered = (one: Requirement): Requirement =>
      one.kind === "check" ? one : { ...one, status: "satisfied", verdicts: [verdict] };
    const screen = await openTask(({ round }) => ({
      round: round && { ...round, requirements: round.requirements.map(answered) },
    }));

    expect(screen).toContain("! reader");
    expect(screen).not.toContain("✓ reader");
  });

  it("says nothing of the policy where the change leaves it alone", async () => {
    const screen = await openTask(withPolicy(null));
    expect(screen).not.toMatch(/loosen|the policy cannot be read/);
  });

  it("lists the concerns that did not stop the work [R-034]", async () => {
    const finding = {
      severity: "warning",
      file: "src/a.ts",
      line: 3,
      message: "No limit",
    } as const;
    const issues = [{ round: 1, row: "checkup_finding", by: ["codex"], finding }];
    const screen = await openTask(() => ({ issues }));

    expect(screen).toContain("Issues");
    expect(screen).toContain("round 1, codex: warning src/a.ts:3");
    expect(screen).toContain("No limit");
  });
});

describe("the key for a further review", () => {
  it("asks for one about the round on screen, and says so", async () => {
    await openTask(() => ({}));
    const view = lab.model().data.views.get(lab.model().review.current ?? "");
    await lab.press("v");

    expect(lab.calls).toEqual([
      {
        name: "requestReview",
        given: {
          task: view?.id,
          body: { round: view?.round?.number, tree: view?.round?.content.tree, reviewer: null },
        },
      },
    ]);
    expect(lab.screen()).toContain(`A further review of ${view?.id} was asked for.`);
  });
});
