import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";

function reviewing(policy: object = {}): Scenario {
  const play = scenario({ policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function withFinding(): Scenario {
  const play = reviewing();
  play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "warning" }]);
  return play;
}

describe("dispose", () => {
  it.each([
    { as: { is: "disputed", note: "no" }, by: agent("agent-1") },
    { as: { is: "disputed", note: "no" }, by: person("ben") },
    { as: { is: "dismissed", reason: "fine" }, by: person("ana") },
    { as: { is: "dismissed", reason: "fine", untilMs: 5 }, by: person("ana") },
    { as: { is: "deferred", link: "cs-next" }, by: person("ana") },
  ] as const)("$as.is by $by.id is recorded with who did it, and decided again", ({ as, by }) => {
    const play = withFinding();
    play.dispose("F-1", as, by);

    expect(play.events.slice(0, 2)).toEqual(["disposed", "decided"]);
    expect(play.logged[0]).toEqual({
      type: "disposed",
      finding: "F-1",
      disposition: { ...as, by: by.id },
    });
    expect(play.task.findings[0]?.disposition).toEqual({ ...as, by: by.id });
  });

  it("outside a review is recorded alone", () => {
    const play = withFinding();
    play.redo();
    play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"));

    expect(play.events).toEqual(["disposed"]);
    expect(play.effects).toEqual([]);
  });

  it("touches no other finding", () => {
    const play = withFinding();
    play.verdict("check:secrets", "concerns", check("secrets"), [{ severity: "info", quote: "x" }]);
    play.dispose("F-2", { is: "dismissed", reason: "fine" }, person("ana"));

    expect(play.task.findings.map(({ disposition }) => disposition.is)).toEqual([
      "open",
      "dismissed",
    ]);
  });

  it.each([
    {
      why: "an unknown finding",
      finding: "F-9",
      is: "disputed",
      by: agent("agent-1"),
      code: "not_found",
      message: "cs-test has no finding F-9.",
    },
    {
      why: "a dispute by another agent",
      finding: "F-1",
      is: "disputed",
      by: agent("agent-2"),
      code: "forbidden",
      message: "Only an author or a person may dispute a finding of cs-test.",
    },
    {
      why: "a dismissal by an agent",
      finding: "F-1",
      is: "dismissed",
      by: agent("agent-1"),
      code: "human_only",
      message: "Only a person may do this to cs-test",
    },
  ] as const)("refuses $why: $code", ({ finding, is, by, code, message }) => {
    const as = is === "disputed" ? ({ is, note: "no" } as const) : ({ is, reason: "no" } as const);

    expect(refusal(() => withFinding().dispose(finding, as, by))).toMatchObject({ code, message });
  });

  it("says which layer a dismissal needs", () => {
    const as = { is: "dismissed", reason: "no" } as const;

    expect(refusal(() => withFinding().dispose("F-1", as, agent("agent-1"))).details.layer).toBe(
      "owner",
    );
  });

  it("a person who is an author may dispute, not dismiss", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.send({ type: "claim" }, person("ben"));
    play.submit("1", {}, "ben");
    play.plan();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);

    expect(
      refusal(() => play.dispose("F-1", { is: "dismissed", reason: "mine" }, person("ben"))),
    ).toMatchObject({
      code: "self_review",
      message: "ben is an author of cs-test",
      details: { layer: "owner" },
    });
    play.dispose("F-1", { is: "disputed", note: "no" }, person("ben"));
    expect(play.task.findings[0]?.disposition.is).toBe("disputed");
  });

  it.each([
    { is: "dismissed", reason: "fine" },
    { is: "deferred", link: "cs-next" },
  ] as const)("a person puts what is $is back on the table, and it counts again", (as) => {
    const play = withFinding();
    play.dispose("F-1", as, person("ana"));
    play.dispose("F-1", { is: "open" }, person("ana"));

    expect(play.logged[0]).toEqual({
      type: "disposed",
      finding: "F-1",
      disposition: { is: "open" },
    });
    expect(play.events).toContain("decided");
    expect(play.task.findings[0]?.disposition).toEqual({ is: "open" });
  });

  it("puts nothing back that nobody set aside, and never for an agent", () => {
    const play = withFinding();

    expect(refusal(() => play.dispose("F-1", { is: "open" }, person("ana")))).toMatchObject({
      code: "wrong_state",
      message: "F-1 is open; only a dismissed, deferred or late finding can be reopened",
    });
    play.dispose("F-1", { is: "dismissed", reason: "fine" }, person("ana"));
    expect(refusal(() => play.dispose("F-1", { is: "open" }, agent("agent-1"))).code).toBe(
      "human_only",
    );
  });

  it("puts nothing back once the work is approved without it", () => {
    const play = withFinding();
    play.dispose("F-1", { is: "dismissed", reason: "fine" }, person("ana"));
    play.passChecks();
    play.approve();

    expect(play.task.phase.is).toBe("approved");
    expect(refusal(() => play.dispose("F-1", { is: "open" }, person("ana")))).toMatchObject({
      code: "wrong_state",
      message: "F-1 is dismissed; ask for a redo",
    });
  });

  it("in open is refused", () => {
    const play = withFinding();
    play.reject();
    play.send({ type: "reopen" }, person("ana"));

    expect(
      refusal(() => play.dispose("F-1", { is: "disputed", note: "no" }, agent("agent-1"))).message,
    ).toBe("cs-test is open");
  });
});

describe("the answer to a clarification", () => {
  function conflict(): Scenario {
    const play = scenario({ policy: { profile: "panel" } });
    play.claim();
    play.submit();
    play.plan();
    play.passChecks();
    play.verdict("panel", "concerns", agent("codex"), [{ severity: "info" }]);
    play.verdict("panel", "concerns", agent("gemini"));
    return play;
  }

  it("takes the members' verdicts back and asks them again; the hold stays", () => {
    const play = conflict();
    play.dispose("F-2", { is: "disputed", note: "because" }, agent("agent-1"));

    expect(play.logged).toEqual([
      {
        type: "disposed",
        finding: "F-2",
        disposition: { is: "disputed", note: "because", by: "agent-1" },
      },
      { type: "clarification_answered", requirements: ["panel"], note: "because" },
    ]);
    expect(play.effects).toEqual([{ do: "ask", round: 1, requirements: ["panel"] }]);
    expect(play.task.round).toMatchObject({ clarified: true });
    expect(play.task.round?.verdicts.items.map(({ requirement }) => requirement)).toEqual([
      "layer:self",
      "check:integrity",
      "check:secrets",
    ]);
    expect(play.task.phase).toMatchObject({ is: "held", kind: "clarify" });
  });

  it("stays held until the members have answered again", () => {
    const play = conflict();
    play.dispose("F-2", { is: "disputed", note: "because" }, agent("agent-1"));
    play.verdict("panel", "approved", agent("codex"));

    expect(play.events).toEqual(["verdict_recorded", "decided"]);
    expect(play.state).toBe("held");
  });

  it("counts once: a second answer is a disposition like any other", () => {
    const play = conflict();
    play.dispose("F-2", { is: "disputed", note: "because" }, agent("agent-1"));
    play.verdict("panel", "concerns", agent("codex"));
    play.dispose("F-2", { is: "disputed", note: "really" }, agent("agent-1"));

    expect(play.events).toEqual(["disposed"]);
    expect(play.task.round?.verdicts.items.some(({ by }) => by === "codex")).toBe(true);
  });

  it.each([
    { why: "another finding", finding: "F-1", as: { is: "disputed", note: "no" } },
    { why: "a dismissal of the question", finding: "F-2", as: { is: "dismissed", reason: "no" } },
  ] as const)("$why is no answer", ({ finding, as }) => {
    const play = conflict();
    play.dispose(finding, as, person("ana"));

    expect(play.events).toEqual(["disposed"]);
  });

  it("the same conflict again keeps the question and its deadline", () => {
    const play = conflict();
    const before = play.task.phase;
    play.wait(60_000);
    play.verdict("panel", "concerns", agent("gemini"));

    expect(play.events).toEqual(["verdict_recorded", "decided"]);
    expect(play.task.phase).toEqual(before);
    expect(play.task.findings.length).toBe(2);
  });
});
