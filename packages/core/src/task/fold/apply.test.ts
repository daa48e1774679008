import { describe, expect, it } from "vitest";
import { scenario } from "../../testing/scenario.ts";
import type { Task } from "../model/state.ts";
import { apply } from "./apply.ts";

const open = (): Task => scenario({ policy: { profile: "modes" } }).task;

function reviewing(): Task {
  const play = scenario({ policy: { profile: "modes" } });
  play.submit();
  return play.plan();
}

const content = {
  repo: "shop",
  target: "main",
  base: "b".repeat(40),
  head: "1".repeat(40),
  tree: "1".repeat(40),
};

describe("apply is total: an event that does not fit changes nothing it cannot change", () => {
  it.each([
    { type: "gave_up", requirement: "check:secrets", actor: "secrets" },
    { type: "checkup_ended" },
    { type: "turn_moved", to: "ana", deadlineMs: 5 },
    { type: "noted", what: "already_closed" },
    { type: "policy_changed", digest: "0" },
    { type: "target_moved", by: "us" },
    { type: "event_reported", trigger: "manual", by: "ana", summary: "" },
    { type: "clarification_answered", requirements: ["panel"], note: "" },
    { type: "disposed", finding: "F-1", disposition: { is: "fixed" } },
  ] as const)("$type on an open task", (event) => {
    const task = open();

    expect(apply(task, event)).toEqual(task);
  });

  it("an offer on a task that is not held names its author and nothing else", () => {
    const offer = {
      content,
      signal: "DONE" as const,
      summary: "",
      askedType: null,
      committers: [],
      answers: [],
      author: "agent-9",
    };

    expect(apply(open(), { type: "offered", offer })).toEqual({ ...open(), authors: ["agent-9"] });
  });

  it("a checkup's answer without its plan is not counted", () => {
    const started = apply(open(), {
      type: "checkup_started",
      number: 1,
      trigger: "manual",
      deadlineMs: 5,
    });
    const answered = apply(started, {
      type: "clarification_answered",
      requirements: ["panel"],
      note: "",
    });

    expect(answered).toEqual(started);
  });

  it("a checkup's plan without its checkup is not kept", () => {
    const { plan } = reviewing().round ?? {};
    if (plan == null) throw new Error("no plan");

    expect(apply(open(), { type: "checkup_planned", content, plan, deadlineMs: 5 })).toEqual(
      open(),
    );
  });

  it("a checkup's verdict without its checkup costs what it cost, and that is all", () => {
    const [verdict] = reviewing().round?.verdicts.items ?? [];
    if (verdict === undefined) throw new Error("no verdict");
    const costly = { ...verdict, costUsd: 2 };

    expect(apply(open(), { type: "checkup_verdict", verdict: costly })).toEqual({
      ...open(),
      costUsd: 2,
    });
  });

  it("a merge that starts without an approval has no tries", () => {
    expect(apply(open(), { type: "merge_started", deadlineMs: 5 }).phase).toEqual({
      is: "merging",
      tries: 0,
      deadlineMs: 5,
    });
  });

  it("a merge that starts after postponed ones keeps their number", () => {
    const postponed = apply(open(), {
      type: "merge_postponed",
      kind: "race",
      detail: "",
      tries: 3,
      retryAtMs: 9,
    });

    expect(postponed.phase).toEqual({ is: "approved", tries: 3, retryAtMs: 9 });
    expect(apply(postponed, { type: "merge_started", deadlineMs: 5 }).phase).toMatchObject({
      tries: 3,
    });
  });
});

describe("sets stay sets", () => {
  it("authors, committers, flags, reviewers without a result", () => {
    const task = reviewing();
    const twice = (event: Parameters<typeof apply>[1]): Task => apply(apply(task, event), event);

    expect(twice({ type: "claimed", agent: "agent-1", leaseUntilMs: 1 }).authors).toEqual([
      "agent-1",
    ]);
    expect(twice({ type: "flagged", flags: ["x", "x"] }).flags).toEqual(["x"]);
    expect(twice({ type: "gave_up", requirement: "r", actor: "a" }).round?.noResult).toEqual([
      "r a",
    ]);
  });

  it("an override of a round is not taken back by a later approval", () => {
    const overridden = apply(reviewing(), { type: "approved", tree: "1", override: true });

    expect(
      apply(overridden, { type: "approved", tree: "1", override: false }).round?.overridden,
    ).toBe(true);
    expect(
      apply(reviewing(), { type: "approved", tree: "1", override: false }).round?.overridden,
    ).toBe(false);
  });
});
