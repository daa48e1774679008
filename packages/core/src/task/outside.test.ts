import { describe, expect, it } from "vitest";
import { refusal } from "../testing/refusal.ts";
import { agent, person, planner, type Scenario, scenario } from "../testing/scenario.ts";
import { firstOwner } from "./context.ts";

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

describe("target_moved", () => {
  it("by us is noted", () => {
    const play = reviewing();
    play.engine({ type: "target_moved", by: "us" });

    expect(play.logged).toEqual([{ type: "target_moved", by: "us" }]);
    expect(play.effects).toEqual([]);
  });

  it("by us during a merge tries again from the new target", () => {
    const play = merging();
    play.engine({ type: "target_moved", by: "us" });

    expect(play.effects).toEqual([{ do: "merge", delayMs: 0 }]);
    expect(play.state).toBe("merging");
  });

  it.each([reviewing, merging])(
    "by others stops the merges of the repository and tells the owner",
    (start) => {
      const play = start();
      play.engine({ type: "target_moved", by: "others" });

      expect(play.logged).toEqual([{ type: "target_moved", by: "others" }]);
      expect(play.effects).toEqual([
        { do: "hold_repo", repo: "shop", why: "target_moved" },
        { do: "notify", to: "ana", why: "alert" },
      ]);
    },
  );

  it("is said by the engine alone", () => {
    expect(
      refusal(() => reviewing().send({ type: "target_moved", by: "us" }, person("ana"))).code,
    ).toBe("forbidden");
  });
});

it("a policy without owners still names one to tell", () => {
  const { policy } = reviewing();

  expect(firstOwner({ policy })).toBe("ana");
  expect(firstOwner({ policy: { ...policy, people: { ...policy.people, owner: [] } } })).toBe(
    "owner",
  );
});

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

describe("reopen", () => {
  it("opens it again for anybody, on top of its last round", () => {
    const play = reviewing();
    play.reject();
    play.send({ type: "reopen" }, person("ben"));

    expect(play.logged).toEqual([{ type: "reopened" }]);
    expect(play.effects).toEqual([]);
    expect(play.task).toMatchObject({
      phase: { is: "open" },
      assignee: null,
      attempt: 1,
      attemptLimit: null,
      grace: null,
    });
    play.submit("2", {}, "agent-2");
    expect(play.task.round?.number).toBe(2);
  });

  it("is for people, and for what is over", () => {
    expect(refusal(() => reviewing().send({ type: "reopen" }, agent("agent-1")))).toMatchObject({
      code: "human_only",
      details: { layer: "owner" },
    });
    expect(refusal(() => reviewing().send({ type: "reopen" }, person("ana"))).message).toBe(
      "cs-test is reviewing",
    );
  });
});

describe("cancel", () => {
  const cancel = { type: "cancel", reason: "gone" } as const;

  it("by an owner ends it, without a grace", () => {
    const play = reviewing();
    play.send(cancel, person("ana"));

    expect(play.logged).toEqual([{ type: "rejected", reason: "gone" }]);
    expect(play.effects).toEqual([]);
    expect([play.state, play.task.grace]).toEqual(["rejected", null]);
  });

  it("by a planner only before it was started", () => {
    const open = scenario({ policy: { profile: "modes" } });
    open.send(cancel, planner("plan-agent"));

    expect(open.state).toBe("rejected");
    expect(refusal(() => reviewing().send(cancel, planner("plan-agent")))).toMatchObject({
      code: "forbidden",
      message: "Only an owner may cancel cs-test, or its planner before it is started.",
    });
  });

  it.each([person("ben"), agent("ana")])("by $id ($kind), who is no owner, is refused", (actor) => {
    expect(refusal(() => scenario({ policy: { profile: "modes" } }).send(cancel, actor)).code).toBe(
      "forbidden",
    );
  });

  it("again is noted; of what is being merged refused", () => {
    const play = reviewing();
    play.send(cancel, person("ana"));
    play.send(cancel, person("ana"));

    expect(play.logged).toEqual([{ type: "noted", what: "already_rejected" }]);
    expect(refusal(() => merging().send(cancel, person("ana"))).message).toBe("cs-test is merging");
  });
});
