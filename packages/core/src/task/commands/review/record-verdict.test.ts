import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import {
  agent,
  check,
  person,
  type Scenario,
  SYSTEM,
  scenario,
} from "../../../testing/scenario.ts";

function reviewing(policy: object = { profile: "modes" }): Scenario {
  const play = scenario({ policy });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function panel(policy: object = {}): Scenario {
  const play = reviewing({ profile: "panel", ...policy });
  play.passChecks();
  return play;
}

describe("record_verdict", () => {
  it.each(["concerns", "blocker"] as const)("refuses %s without a word of reason", (opinion) => {
    const play = reviewing();
    const silent = { requirement: "check:integrity", opinion, findings: [], summary: "  " };
    const command = {
      ...silent,
      type: "record_verdict",
      id: "vrd_9",
      of: "round",
      number: 1,
    } as const;
    const rest = { tree: "1".repeat(40), costUsd: 0, sandboxed: true };

    expect(refusal(() => play.send({ ...command, ...rest }, check("integrity")))).toMatchObject({
      code: "invalid_input",
      message: `A verdict of ${opinion} needs a reason: a summary or a finding.`,
    });
    expect(play.task.attempt).toBe(1);
  });

  it("seats the answer with its findings by id, and decides", () => {
    const play = reviewing();
    play.verdict("check:integrity", "concerns", check("integrity"), [
      { severity: "warning" },
      { severity: "info", quote: "x" },
    ]);

    expect(play.events).toEqual(
      ["findings_changed", "verdict_recorded", "decided", "concern_logged"].slice(0, 3),
    );
    expect(play.logged[1]).toMatchObject({
      verdict: {
        id: "vrd_1",
        requirement: "check:integrity",
        by: "integrity",
        byKind: "check",
        round: 1,
        tree: "1".repeat(40),
        opinion: "concerns",
        findings: ["F-1", "F-2"],
        sandboxed: true,
      },
    });
    expect(play.task.findings.map(({ id, raisedBy, rounds }) => [id, raisedBy, rounds])).toEqual([
      ["F-1", ["integrity"], [1]],
      ["F-2", ["integrity"], [1]],
    ]);
  });

  it.each([
    { opinion: "approved", counts: "abstained" },
    { opinion: "concerns", counts: "concerns" },
    { opinion: "blocker", counts: "blocker" },
  ] as const)("takes $opinion of a part of the change as $counts", ({ opinion, counts }) => {
    const play = panel();
    const notShownWhole = "1 file not text.";
    play.verdict("panel", opinion, agent("codex"), [], { notShownWhole });

    expect(play.task.round?.verdicts.items.at(-1)).toMatchObject({
      opinion: counts,
      notShownWhole,
    });
  });

  it("without findings records the answer alone", () => {
    const play = reviewing();
    play.verdict("check:integrity", "approved", check("integrity"));

    expect(play.events).toEqual(["verdict_recorded", "decided"]);
  });

  it("names a finding that somebody else has raised, and one that came too late", () => {
    const play = reviewing();
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    play.passChecks();
    play.submit("2");
    play.plan();
    play.verdict("check:integrity", "approved", check("integrity"));
    play.send(
      {
        type: "record_verdict",
        id: "vrd_late",
        of: "round",
        number: 2,
        tree: "2".repeat(40),
        requirement: "check:secrets",
        opinion: "concerns",
        summary: "",
        findings: [
          {
            raw: { severity: "major", category: "correctness", message: "it breaks" },
            onUnchangedLines: false,
          },
          {
            raw: { severity: "major", category: "style", message: "late" },
            onUnchangedLines: true,
          },
        ],
        costUsd: 0.5,
        sandboxed: true,
      },
      check("secrets"),
    );

    const late = play.task.round?.verdicts.items.find(({ id }) => id === "vrd_late");
    expect(late?.findings).toEqual(["F-1", "F-2"]);
    expect(play.task.findings.map(({ disposition }) => disposition.is)).toEqual(["open", "late"]);
    expect(play.task.costUsd).toBe(0.5);
  });

  it("a finding that the project has dismissed does not come back", () => {
    const first = reviewing();
    first.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    const fingerprint = first.task.findings[0]?.fingerprint ?? "";
    const play = reviewing();
    play.dismissals.push({ fingerprint, reason: "known", by: "ana" });
    play.verdict("check:integrity", "concerns", check("integrity"), [{}]);

    expect(play.task.findings[0]?.disposition).toEqual({
      is: "dismissed",
      reason: "known",
      by: "ana",
    });
  });

  it("a newer answer of the same reviewer takes the place of the older one", () => {
    const play = panel();
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "approved", agent("codex"));
    play.verdict("panel", "approved", agent("gemini"));

    expect(play.task.flags).toEqual([]);
    expect(play.state).toBe("approved");
  });

  it.each(["round", "checkup"] as const)(
    "with an id that is known (%s) is noted and costs nothing",
    (of) => {
      const play = of === "round" ? reviewing() : scenario({ policy: { profile: "panel" } });
      if (of === "checkup") {
        play.claim();
        play.report("milestone");
        play.planCheckup();
      }
      const command = {
        type: "record_verdict",
        id: "vrd_same",
        of,
        number: 1,
        tree: (of === "round" ? "1" : "7").repeat(40),
        requirement: of === "round" ? "check:integrity" : "panel",
        opinion: "approved",
        summary: "",
        costUsd: 1,
        sandboxed: true,
      } as const;
      const by = of === "round" ? check("integrity") : agent("codex");
      play.send({ ...command, findings: [] }, by);
      play.send({ ...command, findings: [] }, by);

      expect(play.logged).toEqual([{ type: "noted", what: "already_recorded" }]);
      expect(play.task.costUsd).toBe(1);
    },
  );

  it("is refused in open, also after a reopen", () => {
    const play = reviewing();
    play.reject();
    play.send({ type: "reopen" }, person("ana"));

    expect(
      refusal(() => play.verdict("check:integrity", "approved", check("integrity"))),
    ).toMatchObject({
      code: "wrong_state",
      message: "cs-test is open",
    });
  });
});

describe("what may not count is kept as evidence, with the reason", () => {
  it.each([
    { why: "no such requirement", requirement: "check:nothing", by: check("nothing") },
    { why: "trust_author", requirement: "check:integrity", by: agent("agent-1") },
    { why: "trust_not_asked", requirement: "check:integrity", by: check("secrets") },
    { why: "trust_not_asked", requirement: "check:integrity", by: SYSTEM },
    { why: "its stage has not begun", requirement: "layer:owner", by: person("ana") },
  ])("$why", ({ why, requirement, by }) => {
    const play = reviewing();
    const before = play.task.phase;
    play.verdict(requirement, "approved", by);

    expect(play.logged).toMatchObject([
      { type: "evidence_recorded", why, verdict: { by: by.id, requirement } },
    ]);
    expect(play.effects).toEqual([]);
    expect(play.task.phase).toEqual(before);
  });

  it("before the plan there is no requirement to answer", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    play.verdict("check:integrity", "approved", check("integrity"));

    expect(play.logged).toMatchObject([{ why: "no such requirement" }]);
  });

  it("before the first round too", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.verdict("check:integrity", "approved", check("integrity"));

    expect(play.logged).toMatchObject([{ why: "no such requirement" }]);
  });

  it("its cost counts all the same", () => {
    const play = reviewing();
    play.send(
      {
        type: "record_verdict",
        id: "vrd_x",
        of: "round",
        number: 1,
        tree: "1".repeat(40),
        requirement: "nothing",
        opinion: "approved",
        summary: "",
        findings: [],
        costUsd: 2,
        sandboxed: true,
      },
      agent("codex"),
    );

    expect(play.task.costUsd).toBe(2);
  });

  it.each(["rework", "rejected", "held"] as const)(
    "in %s a verdict of the round changes nothing",
    (state) => {
      const play = reviewing();
      if (state === "rework") play.redo();
      if (state === "rejected") play.reject();
      if (state === "held") play.verdict("check:secrets", "blocker", check("secrets"));
      play.verdict("check:integrity", "blocker", check("integrity"));

      expect(play.logged).toMatchObject([
        { type: "evidence_recorded", why: `the task is ${state}` },
      ]);
      expect(play.state).toBe(state);
    },
  );

  it("while a checkup's question is open, a verdict of the old round changes nothing", () => {
    const play = panel();
    play.redo();
    play.wait(10_000);
    play.claim();
    play.report("milestone");
    play.planCheckup();
    play.checkupVerdict("concerns", agent("codex"));
    play.checkupVerdict("concerns", agent("gemini"));
    play.verdict("panel", "approved", agent("codex"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "the task is held" }]);
  });
});
