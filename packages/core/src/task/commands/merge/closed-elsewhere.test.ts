import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, type Scenario, scenario } from "../../../testing/scenario.ts";

function reviewing(): Scenario {
  const play = scenario({ policy: { profile: "modes" } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function approved(): Scenario {
  const play = reviewing();
  play.passChecks();
  play.approve();
  return play;
}

function merging(): Scenario {
  const play = approved();
  play.wait(10_000);
  play.engine({ type: "merge_started" });
  return play;
}

describe("closed_elsewhere", () => {
  const ALARM = [
    { do: "hold_repo", repo: "shop", why: "unapproved_merge" },
    { do: "notify", to: "ana", why: "alert" },
  ];

  it.each([
    { outcome: "merged", tree: "1", alarm: ALARM, phase: { is: "done" } },
    { outcome: "merged", tree: null, alarm: ALARM, phase: { is: "done" } },
    {
      outcome: "closed",
      tree: "1",
      alarm: [],
      phase: { is: "rejected", reason: "closed elsewhere" },
    },
    {
      outcome: "closed",
      tree: null,
      alarm: [],
      phase: { is: "rejected", reason: "closed elsewhere" },
    },
  ] as const)(
    "$outcome with tree $tree of work that was not approved",
    ({ outcome, tree, alarm, phase }) => {
      const play = reviewing();
      const found = tree?.repeat(40) ?? null;
      play.engine({ type: "closed_elsewhere", outcome, tree: found });

      expect(play.logged).toEqual([{ type: "closed_elsewhere", outcome, tree: found }]);
      expect(play.effects).toEqual(alarm);
      expect(play.task).toMatchObject({ phase, flags: ["outside"], grace: null, checkup: null });
    },
  );

  it("merged with the approved tree is fine; with another it is not", () => {
    const fine = merging();
    fine.engine({ type: "closed_elsewhere", outcome: "merged", tree: "1".repeat(40) });
    const other = merging();
    other.engine({ type: "closed_elsewhere", outcome: "merged", tree: "2".repeat(40) });

    expect(fine.effects).toEqual([]);
    expect(other.effects).toEqual(ALARM);
  });

  it("merged with the merge of the approved tree is fine, and its commit is recorded", () => {
    const play = merging();
    const end = { outcome: "merged", tree: "2".repeat(40), commit: "c".repeat(40) } as const;
    play.engine({ type: "closed_elsewhere", ...end, approvedTree: "1".repeat(40) });
    const other = merging();
    other.engine({ type: "closed_elsewhere", ...end, approvedTree: "3".repeat(40) });

    expect(play.effects).toEqual([]);
    expect(play.logged).toEqual([
      { type: "closed_elsewhere", ...end, approvedTree: "1".repeat(40) },
    ]);
    expect(other.effects).toEqual(ALARM);
  });

  it("merged while the approval can be undone is not fine", () => {
    const play = approved();
    play.engine({ type: "closed_elsewhere", outcome: "merged", tree: "1".repeat(40) });

    expect(play.effects.slice(-2)).toEqual(ALARM);
  });

  it("merged with a tree whose approval was taken back or overtaken is not fine", () => {
    const redone = approved();
    redone.redo();
    redone.engine({ type: "closed_elsewhere", outcome: "merged", tree: "1".repeat(40) });
    const overtaken = approved();
    overtaken.submit("2");
    overtaken.engine({ type: "closed_elsewhere", outcome: "merged", tree: "1".repeat(40) });

    expect(redone.effects).toEqual(ALARM);
    expect(overtaken.effects.slice(-2)).toEqual(ALARM);
  });

  it("of what is over is noted", () => {
    const play = reviewing();
    play.reject();
    play.engine({ type: "closed_elsewhere", outcome: "merged", tree: null });

    expect(play.logged).toEqual([{ type: "noted", what: "already_closed" }]);
    expect(play.state).toBe("rejected");
  });

  it("before anything was submitted stops no reviewers", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.engine({ type: "closed_elsewhere", outcome: "closed", tree: null });

    expect(play.effects).toEqual([]);
  });

  it("is said by the engine alone", () => {
    expect(
      refusal(() =>
        reviewing().send(
          { type: "closed_elsewhere", outcome: "closed", tree: null },
          agent("agent-1"),
        ),
      ).code,
    ).toBe("forbidden");
  });
});
