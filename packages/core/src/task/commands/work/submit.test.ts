import { describe, expect, it } from "vitest";
import { contentOf } from "../../../testing/facts-of.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { dueMs } from "../../model/due.ts";

const MODES = { profile: "modes" };
const NOW = 1_000_000;
const DEADLINE = NOW + 1_800_000;

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

describe("submit", () => {
  it("opens round 1 on exactly this content and has it read", () => {
    const play = scenario({ policy: MODES });
    play.submit("1", { summary: "done", askedType: "code", committers: ["ben"] });

    expect(play.logged).toEqual([
      {
        type: "submitted",
        round: 1,
        content: contentOf("1"),
        signal: "DONE",
        summary: "done",
        askedType: "code",
        author: "agent-1",
        committers: ["ben"],
        deadlineMs: DEADLINE,
      },
    ]);
    expect(play.effects).toEqual([{ do: "read_content", round: 1 }]);
    expect(dueMs(play.task)).toBe(DEADLINE);
    expect(play.task).toMatchObject({
      assignee: "agent-1",
      authors: ["agent-1"],
      committers: ["ben"],
      phase: { is: "reviewing", deadlineMs: DEADLINE, person: null },
    });
    expect(play.task.round).toEqual({
      number: 1,
      content: contentOf("1"),
      signal: "DONE",
      summary: "done",
      askedType: "code",
      facts: null,
      plan: null,
      verdicts: { items: [], digest: expect.any(String) },
      asked: {},
      noResult: [],
      clarified: false,
      overridden: false,
      resolutions: [],
      turns: [],
      sentBack: false,
      decision: null,
    });
  });

  it("of new content during a review opens the next round", () => {
    const play = reviewing();
    play.submit("2");

    expect(play.effects.slice(0, 1)).toEqual([{ do: "read_content", round: 2 }]);
    expect([play.task.round?.number, play.task.previous?.number]).toEqual([2, 1]);
  });

  it.each(["reviewing", "approved"])(
    "of the same tree while %s is refused: nothing changed",
    (state) => {
      const play = reviewing();
      play.passChecks();
      if (state === "approved") play.approve();

      expect(refusal(() => play.submit("1"))).toMatchObject({
        code: "nothing_changed",
        message: "The content is identical to round 1 of cs-test, so there is nothing to review",
        details: { state, round: 1 },
      });
    },
  );

  it.each([
    { answer: { status: "fixed", note: "done" }, disposition: { is: "fixed" } },
    {
      answer: { status: "wont_fix", note: "by design" },
      disposition: { is: "disputed", note: "by design", by: "agent-1" },
    },
    {
      answer: { status: "answered", note: "see spec" },
      disposition: { is: "disputed", note: "see spec", by: "agent-1" },
    },
    { answer: null, disposition: { is: "stale" } },
  ] as const)(
    "an open finding answered with $answer becomes $disposition.is",
    ({ answer, disposition }) => {
      const play = sentBack();
      play.submit("2", { answers: answer === null ? [] : [{ finding: "F-1", ...answer }] });

      expect(play.logged[0]).toEqual({ type: "disposed", finding: "F-1", disposition });
      expect(play.task.findings[0]?.disposition).toEqual(disposition);
    },
  );

  it("leaves findings alone that are not open", () => {
    const play = sentBack();
    play.dispose("F-1", { is: "dismissed", reason: "fine" }, person("ana"));
    play.submit("2", { answers: [{ finding: "F-1", status: "fixed", note: "" }] });

    expect(play.events).toEqual(["submitted"]);
  });

  it("is refused while the decision may be taken back, and by another agent", () => {
    const play = reviewing();
    play.redo();

    expect(refusal(() => play.submit("2")).message).toBe(
      "The decision on cs-test can still be undone",
    );
    play.wait(10_000);
    expect(refusal(() => play.submit("2", {}, "agent-2")).code).toBe("not_your_turn");
  });

  it.each(["open", "in_progress", "reviewing", "held"])(
    "by another agent while %s is refused",
    (state) => {
      const play = scenario({ policy: MODES, assignee: "agent-1" });
      if (state !== "open") play.claim();
      if (state === "reviewing" || state === "held") {
        play.submit();
        play.plan();
      }
      if (state === "held") play.verdict("check:secrets", "blocker", check("secrets"));

      expect(refusal(() => play.submit("2", {}, "agent-2"))).toMatchObject({
        code: "not_your_turn",
        details: { state, turn: "agent-1" },
      });
    },
  );

  it("by a check is refused", () => {
    const play = scenario({ policy: MODES });
    const command = {
      type: "submit",
      content: contentOf("1"),
      signal: "DONE",
      summary: "",
      askedType: null,
      committers: [],
      answers: [],
    } as const;

    expect(
      refusal(() => play.send({ ...command, committers: [], answers: [] }, check("tests"))).code,
    ).toBe("forbidden");
  });

  it("while it is being merged is refused in words of its own", () => {
    const play = reviewing();
    play.passChecks();
    play.approve();
    play.wait(10_000);
    play.engine({ type: "merge_started" });

    expect(refusal(() => play.submit("2"))).toMatchObject({
      code: "merging",
      message: "cs-test is being merged",
    });
  });

  it("while escalated is kept as an offer with everything its author said, and opened by the release", () => {
    const play = reviewing();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.verdict("check:secrets", "blocker", check("secrets"));
    const answers = [{ finding: "F-1", status: "answered" as const, note: "no" }];
    play.submit("2", { askedType: "code", committers: ["ben"], answers, summary: "again" });
    const offered = play.logged;
    const held = play.task.phase;
    play.release([{ do: "set_aside", verdict: "vrd_2" }]);

    const offer = {
      content: contentOf("2"),
      signal: "DONE",
      summary: "again",
      askedType: "code",
      committers: ["ben"],
      answers,
      author: "agent-1",
    };
    expect(offered).toEqual([{ type: "offered", offer }]);
    expect(held).toMatchObject({ is: "held", offer });
    expect(play.events).toEqual(["released", "disposed", "submitted"]);
    expect(play.task.round).toMatchObject({
      number: 2,
      content: contentOf("2"),
      askedType: "code",
      summary: "again",
    });
    expect(play.task.findings[0]?.disposition).toEqual({
      is: "disputed",
      note: "no",
      by: "agent-1",
    });
    expect(play.task.committers).toEqual(["ben"]);
  });

  it("a later offer takes the place of the earlier one", () => {
    const play = reviewing();
    play.verdict("check:secrets", "blocker", check("secrets"));
    play.submit("2");
    play.submit("3");
    play.release([{ do: "set_aside", verdict: "vrd_1" }]);

    expect(play.task.round?.content.tree).toBe("3".repeat(40));
  });

  it("while a question is open answers with new work: the next round", () => {
    const play = scenario({ policy: { profile: "panel" } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "concerns", agent("gemini"));
    play.submit("2");

    expect([play.state, play.task.round?.number]).toEqual(["reviewing", 2]);
  });
});
