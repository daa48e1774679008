import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { check, person, type Scenario, SYSTEM, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";
import type { Task } from "../../model/state.ts";
import { transition } from "../../transition.ts";

const NOW = 1_010_000;

function approved(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  play.approve();
  play.wait(10_000);
  return play;
}

function merging(policy: object = {}): Scenario {
  const play = approved(policy);
  play.engine({ type: "merge_started" });
  return play;
}

describe("merge_started", () => {
  it("begins after the grace, with a deadline", () => {
    const play = merging();

    expect(play.logged).toEqual([{ type: "merge_started", deadlineMs: NOW + 1_800_000 }]);
    expect(play.effects).toEqual([]);
    expect(dueMs(play.task)).toBe(NOW + 1_800_000);
    expect(play.task).toMatchObject({
      phase: { is: "merging", tries: 0, deadlineMs: NOW + 1_800_000 },
      grace: null,
    });
  });

  it("during the grace is refused", () => {
    const play = approved();
    play.wait(-1);

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "wrong_state",
      message: "The approval of cs-test can still be undone",
    });
  });

  it("while the repository is on hold is refused", () => {
    const play = approved();
    play.holds.repo = true;

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "on_hold",
      message: "Merges to shop are on hold.",
    });
  });

  it("of an approval without a person needs no grace", () => {
    const play = scenario({ policy: { profile: "modes", modes: { default: "skip" } } });
    play.submit();
    play.plan();
    play.passChecks();
    play.engine({ type: "merge_started" });

    expect(play.state).toBe("merging");
  });

  it("is refused under another policy than the one it was approved under", () => {
    const play = approved();
    play.usePolicy({ profile: "strict" });

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "wrong_state",
      message: "The policy changed after cs-test was approved",
    });
  });

  it("decides once more: what is no longer approved is not merged", () => {
    const play = scenario({ policy: { profile: "modes", modes: { default: "skip" } } });
    play.submit();
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.dispose("F-1", { is: "dismissed", reason: "for now" }, person("ana"));
    play.passChecks();
    const findings = play.task.findings.map((finding) => ({
      ...finding,
      disposition: { is: "open" } as const,
    }));
    const begin = (task: Task) =>
      transition(task, { type: "merge_started" }, play.context(SYSTEM)).task.phase.is;

    expect(begin(play.task)).toBe("merging");
    expect(refusal(() => begin({ ...play.task, findings }))).toMatchObject({
      code: "wrong_state",
      message: "cs-test is no longer approved",
    });
  });

  it("is refused where nothing is merged, also past the gate", () => {
    const play = approved();
    play.undo();
    play.override();
    play.wait(10_000);
    play.usePolicy({ profile: "modes", merge: { strategy: "none" } });

    expect(refusal(() => play.engine({ type: "merge_started" }))).toMatchObject({
      code: "wrong_state",
      message: "The policy of shop does not merge tasks (merge.strategy is none)",
    });
  });

  it("of what is done is noted; by anybody but the engine refused", () => {
    const play = merging();
    play.engine({ type: "merged", tree: "1".repeat(40) });
    play.engine({ type: "merge_started" });

    expect(play.logged).toEqual([{ type: "noted", what: "already_closed" }]);
    expect(refusal(() => play.send({ type: "merge_started" }, person("ana"))).code).toBe(
      "forbidden",
    );
  });

  it("of what is not approved is refused", () => {
    expect(refusal(() => merging().engine({ type: "merge_started" })).message).toBe(
      "cs-test is merging",
    );
  });
});
