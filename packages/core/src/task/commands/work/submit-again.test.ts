import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";

const MODES = { profile: "modes" };

function reviewing(): Scenario {
  const play = scenario({ policy: MODES });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

/** Sent back by a check with one finding. */
function sentBack(): Scenario {
  const play = reviewing();
  play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
  play.passChecks();
  return play;
}

describe("work that was submitted unfinished", () => {
  function unfinished(signal: "PARTIAL" | "BLOCKED"): Scenario {
    const play = scenario({ policy: MODES });
    play.claim();
    play.submit("1", { signal });
    play.plan();
    return play;
  }

  it.each(["PARTIAL", "BLOCKED"] as const)(
    "with %s is done when its author says so, on the same tree [R-052]",
    (signal) => {
      const play = unfinished(signal);
      play.submit("1", { signal: "DONE" });

      expect(play.task.round).toMatchObject({ number: 2, signal: "DONE" });
      expect(refusal(() => play.submit("1", { signal })).code).toBe("nothing_changed");
    },
  );

  it("and sent back by a person needs a change all the same", () => {
    const play = unfinished("PARTIAL");
    play.redo();
    play.wait(10_000);

    expect(refusal(() => play.submit("1", { signal: "DONE" })).code).toBe("nothing_changed");
  });
});

describe("a submission of what was sent back", () => {
  it("of the same tree after it was sent back needs an answer to a finding", () => {
    const play = sentBack();

    expect(refusal(() => play.submit("1")).code).toBe("unanswered_findings");
    play.submit("1", { answers: [{ finding: "F-1", status: "answered", note: "it is right" }] });
    expect(play.task.round?.number).toBe(2);
  });

  it("of the same tree needs that answer also after a claim, and after a lease that ended", () => {
    const claimed = sentBack();
    claimed.claim();
    const expired = sentBack();
    expired.claim();
    expired.late();

    expect([claimed.state, expired.state]).toEqual(["in_progress", "open"]);
    for (const play of [claimed, expired]) {
      expect(refusal(() => play.submit("1")).code).toBe("unanswered_findings");
      play.submit("1", { answers: [{ finding: "F-1", status: "answered", note: "it is right" }] });
      expect(play.task.round?.number).toBe(2);
    }
  });

  it("of the same tree needs an answer to a finding that exists, in this round", () => {
    const unknown = sentBack();
    const earlier = sentBack();
    earlier.submit("2", { answers: [{ finding: "F-1", status: "answered", note: "no" }] });
    earlier.redo();
    earlier.wait(10_000);
    const answers = [{ finding: "F-9", status: "fixed" as const, note: "" }];

    expect(refusal(() => unknown.submit("1", { answers })).code).toBe("unanswered_findings");
    expect(earlier.task.findings[0]?.disposition.is).toBe("disputed");
    expect(refusal(() => earlier.submit("2")).code).toBe("nothing_changed");
  });

  it("of the same tree still needs it after a redo that was taken back", () => {
    const play = sentBack();
    play.claim();
    play.redo();
    play.undo();

    expect(play.state).toBe("in_progress");
    expect(refusal(() => play.submit("1")).code).toBe("unanswered_findings");
  });

  it("of the same tree is taken after a reopening, or a redo that was taken back", () => {
    const reopened = reviewing();
    reopened.reject();
    reopened.send({ type: "reopen" }, person("ana"));
    reopened.submit("1");
    const undone = scenario({ policy: MODES });
    undone.submit();
    undone.reject();
    undone.send({ type: "reopen" }, person("ana"));
    undone.claim();
    undone.redo();
    undone.undo();
    undone.submit("1");

    expect([reopened.task.round?.number, undone.task.round?.number]).toEqual([2, 2]);
  });

  it("of the same tree is taken if a finding was disputed before", () => {
    const play = sentBack();
    play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));
    play.submit("1");

    expect(play.task.round?.number).toBe(2);
  });
});

describe("a submission while work is on hold", () => {
  it.each(["agent", "sprint"] as const)(
    "that would begin the work is refused while the %s is on hold; work begun before may be submitted",
    (scope) => {
      const open = scenario({ policy: MODES });
      const back = sentBack();
      const claimed = scenario({ policy: MODES });
      claimed.claim();
      for (const play of [open, back, claimed]) play.holds[scope] = true;

      for (const play of [open, back])
        expect(refusal(() => play.submit("2"))).toMatchObject({
          code: "on_hold",
          message: expect.stringContaining("is paused."),
        });
      claimed.submit("2");
      expect(claimed.state).toBe("reviewing");
      claimed.submit("3");
      expect(claimed.task.round?.number).toBe(2);
    },
  );
});
