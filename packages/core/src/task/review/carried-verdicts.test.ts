import { describe, expect, it } from "vitest";
import { VerdictId } from "../../kernel/ids.ts";
import { factsOf } from "../../testing/facts-of.ts";
import { agent, check, person, type Scenario, scenario } from "../../testing/scenario.ts";

function submitted(policy: object = { profile: "modes" }): Scenario {
  const play = scenario({ policy });
  play.claim();
  play.submit();
  return play;
}

describe("carried verdicts", () => {
  /** A check sends it back and a person has looked; then the same tree comes again with an answer. */
  function again(policy: object, next = "1", change: object = policy): Scenario {
    const play = submitted({ profile: "modes", ...policy });
    play.plan();
    play.verdict("check:integrity", "approved", check("integrity"));
    play.verdict("check:secrets", "concerns", check("secrets"), [{}]);
    play.usePolicy({ profile: "modes", ...change });
    play.submit(next, { answers: [{ finding: "F-1", status: "answered", note: "no" }] });
    play.plan();
    return play;
  }

  it("checks of the same tree keep their verdicts under new ids, at no cost, with their findings", () => {
    const play = again({});

    expect(play.events).toEqual([
      "planned",
      "verdict_recorded",
      "verdict_carried",
      "verdict_carried",
      "findings_changed",
      "decided",
      "rework_requested",
    ]);
    expect(
      play.task.round?.verdicts.items.map(({ id, round, costUsd }) => [id, round, costUsd]),
    ).toEqual([
      ["vrd_self2", 2, 0],
      [expect.stringMatching(/^vrd_[0-9a-f]{32}$/), 2, 0],
      [expect.stringMatching(/^vrd_[0-9a-f]{32}$/), 2, 0],
    ]);
    expect(play.task.findings[0]).toMatchObject({
      rounds: [1, 2],
      disposition: { is: "disputed" },
    });
  });

  it.each(["fixed", "stale"] as const)(
    "what a carried verdict found stands again, though it was %s: the bytes are the same",
    (is) => {
      const play = submitted();
      play.plan();
      play.verdict("check:integrity", "approved", check("integrity"));
      play.verdict("check:secrets", "concerns", check("secrets"), [
        { severity: is === "fixed" ? "critical" : "warning" },
        { quote: "b" },
      ]);
      const answered = is === "fixed" ? ["F-1", "F-2"] : ["F-2"];
      play.submit("1", {
        answers: answered.map((finding) => ({ finding, status: "fixed", note: "" })),
      });
      play.plan();

      expect(play.task.findings[0]?.disposition).toEqual({ is: "open" });
      expect(play.state).toBe("rework");
    },
  );

  it("ids stay ids, however often a verdict is carried and however long its first id was", () => {
    const play = submitted();
    play.plan();
    play.send(
      {
        type: "record_verdict",
        id: `vrd_${"x".repeat(60)}`,
        of: "round",
        number: 1,
        tree: "1".repeat(40),
        requirement: "check:integrity",
        opinion: "approved",
        summary: "",
        findings: [],
        costUsd: 0,
        sandboxed: true,
      },
      check("integrity"),
    );
    play.verdict("check:secrets", "concerns", check("secrets"), [{}]);
    const ids = new Set<string>();
    for (let round = 2; round <= 3; round += 1) {
      play.submit("1", { answers: [{ finding: "F-1", status: "answered", note: "no" }] });
      play.plan();
      for (const { id } of play.task.round?.verdicts.items ?? []) ids.add(VerdictId.parse(id));
    }

    expect(ids.size).toBe(6);
  });

  it("another tree carries nothing", () => {
    expect(again({}, "2").events).toEqual(["planned", "verdict_recorded", "decided", "asked"]);
  });

  it("nothing is carried where the policy says none", () => {
    expect(again({ carry: { check: "none" } }).events).toEqual([
      "planned",
      "verdict_recorded",
      "decided",
      "asked",
    ]);
  });

  it("a changed question is asked again", () => {
    const slower = { checks: [{ id: "tests", run: "npm test", timeout: "5m" }] };
    const faster = { checks: [{ id: "tests", run: "npm test", timeout: "9m" }] };
    const play = submitted({ profile: "modes", ...slower });
    play.plan();
    play.passChecks();
    play.reject();
    play.send({ type: "reopen" }, person("ana"));
    play.usePolicy({ profile: "modes", ...faster });
    play.claim();
    play.submit("1");
    play.plan();

    expect(play.task.round?.decision?.outstanding).toEqual(["check:tests"]);
    expect(play.task.round?.verdicts.items.map(({ requirement }) => requirement)).toEqual([
      "layer:self",
      "check:integrity",
      "check:secrets",
    ]);
  });

  describe("of a person", () => {
    const CHAIN = {
      profile: "modes",
      people: { owner: ["ana"] },
      chains: { code: ["self", "department_head", "owner"], internal_document: ["self"] },
    };

    function seen(policy: object, base: string): Scenario {
      const play = submitted({ ...CHAIN, ...policy });
      play.plan();
      play.passChecks();
      play.approve("cto", "layer:department_head");
      play.reject();
      play.send({ type: "reopen" }, person("ana"));
      play.claim();
      play.submit("1", { content: factsOf("1", [], base).content });
      play.engine({
        type: "plan_round",
        round: 2,
        facts: factsOf("1", ["src/app.ts"], base),
        gaps: [],
      });
      return play;
    }

    const carriedBy = (play: Scenario) =>
      play.task.round?.verdicts.items
        .filter(({ byKind }) => byKind === "human")
        .map(({ by }) => by);

    it("is not carried by default", () => {
      expect(carriedBy(seen({}, "b"))).toEqual([]);
    });

    it("is carried for the same bytes, if the policy says so", () => {
      expect(carriedBy(seen({ carry: { human: "same-bytes" } }, "b"))).toEqual(["cto"]);
    });

    it("is not carried to another base: what was read is another change", () => {
      expect(carriedBy(seen({ carry: { human: "same-bytes" } }, "c"))).toEqual([]);
    });
  });

  it("an agent's verdict is never carried", () => {
    const play = submitted({ profile: "cycles", carry: { human: "same-bytes" } });
    play.plan();
    play.passChecks();
    play.verdict("layer:peer", "concerns", agent("agent-2"), [{}]);
    play.submit("1", { answers: [{ finding: "F-1", status: "answered", note: "no" }] });
    play.plan();

    expect(play.task.round?.decision?.outstanding).toEqual(["layer:peer"]);
  });
});
