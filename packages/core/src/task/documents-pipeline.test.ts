import { describe, expect, it } from "vitest";
import { findGaps } from "../plan/gaps/find-gaps.ts";
import { contentOf, factsOf } from "../testing/facts-of.ts";
import { agent, person, type Scenario, SYSTEM, scenario } from "../testing/scenario.ts";

function built(policy: object = {}, paths: readonly string[] = ["src/app.ts"]): Scenario {
  const play = scenario({ policy: { profile: "pipeline", ...policy } });
  play.claim();
  play.submit();
  play.plan(paths);
  return play;
}

/** Every check passes; the build reviewer answers with these severities. */
function reviewed(
  severities: readonly ("critical" | "major" | "warning" | "info")[],
  policy: object = {},
): Scenario {
  const play = built(policy);
  play.passChecks();
  play.verdict(
    "agent:build-reviewer",
    severities.length === 0 ? "approved" : "concerns",
    agent("build-reviewer"),
    severities.map((severity, index) => ({ severity, quote: `line ${index}` })),
  );
  return play;
}

describe("pipeline stages", () => {
  it("normalize → classify → compose → gap-detect → dispatch → aggregate [R-017] [R-066] [R-243]", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    play.claim();
    play.submit();
    const read = play.effects[0];
    play.plan(["src/billing/total.ts"]);
    const { round } = play.task;
    const asked = [
      "check:integrity",
      "check:secrets",
      "check:weakened-tests",
      "check:protected-paths",
      "check:change-size",
      "check:generated-files",
      "check:licence-headers",
      "check:leftovers",
      "check:file-kinds",
      "agent:finance-sme",
      "agent:build-reviewer",
    ];

    expect(read).toEqual({ do: "read_content", round: 1 });
    expect(round?.facts?.files.map(({ path }) => path)).toEqual(["src/billing/total.ts"]);
    expect(round?.plan?.classification.domains).toEqual(["money"]);
    expect(
      round?.plan?.requirements.filter(({ stage }) => stage === 0).map(({ id }) => id),
    ).toEqual(asked);
    expect(round?.plan?.gaps).toEqual([]);
    expect(play.effects[0]).toEqual({ do: "ask", round: 1, requirements: asked });
    expect(round?.decision?.gate).toBe("pending");
  });

  it("one report: nothing is sent back before every reviewer has answered [R-019]", () => {
    const play = built();
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [
      { severity: "critical" },
    ]);
    const waiting = play.state;
    play.passChecks();

    expect([waiting, play.state]).toEqual(["reviewing", "rework"]);
  });

  it("fail-fast sends criticals back early, if the policy wants it", () => {
    const play = built({ gate: { failFast: true } });
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [
      { severity: "critical" },
    ]);

    expect(play.state).toBe("rework");
  });
});

describe("gate decision logic", () => {
  it.each([
    { found: ["critical", "warning"], gate: "fail", state: "rework" },
    { found: ["major", "info"], gate: "needs_fixes", state: "rework" },
    { found: ["warning", "info"], gate: "pass_with_warnings", state: "approved" },
    { found: ["info"], gate: "pass", state: "approved" },
    { found: [], gate: "pass", state: "approved" },
  ] as const)("$found → $gate: $state [R-035] [R-130] [R-132]", ({ found, gate, state }) => {
    const play = reviewed(found);

    expect([play.task.round?.decision?.gate, play.state]).toEqual([gate, state]);
  });

  it("pass_with_warnings files the deferred items as debt", () => {
    const play = reviewed(["warning", "info", "warning"]);
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    play.engine({ type: "merged", tree: "1".repeat(40) });

    expect(play.effects).toEqual([
      { do: "update_work" },
      { do: "file_debt", findings: ["F-1", "F-3"] },
    ]);
  });

  it("pass files nothing", () => {
    expect(reviewed([]).effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
  });

  it("needs_fixes may be configured to flag", () => {
    const play = reviewed(["major"], { gate: { needsFixes: "flag" } });

    expect([play.task.round?.decision?.gate, play.state]).toEqual(["needs_fixes", "approved"]);
    expect(play.task.flags).toEqual(["severity_needs_fixes"]);
  });
});

describe("defects", () => {
  it("the same finding of two reviewers is one, raised by both [D15]", () => {
    const play = built({}, ["src/app.ts", "src/auth/login.ts"]);
    const finding = { category: "type-safety", file: "src/app.ts", quote: "as any" };
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [finding]);
    play.verdict("agent:security-reviewer", "concerns", agent("security-reviewer"), [finding]);

    expect(play.task.findings.map(({ id, raisedBy }) => [id, raisedBy])).toEqual([
      ["F-1", ["build-reviewer", "security-reviewer"]],
    ]);
  });

  it("the re-run loop is bounded: the third failing gate asks a person [R-132] [D16]", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    const states: string[] = [];
    for (const tree of ["1", "2", "3"]) {
      play.claim();
      play.submit(tree);
      play.plan();
      play.passChecks();
      play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [{ quote: tree }]);
      states.push(play.state);
    }

    expect(states).toEqual(["rework", "rework", "held"]);
  });

  it("stalled: one finding open in three rounds asks a person, however many attempts are left", () => {
    const play = scenario({ policy: { profile: "pipeline", limits: { attempts: 9 } } });
    for (const tree of ["1", "2", "3"]) {
      play.claim();
      play.submit(tree);
      play.plan();
      play.passChecks();
      play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [
        { quote: "same" },
      ]);
    }

    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "limit_stalled", about: null }],
    });
  });
});

describe("gap detection", () => {
  const gap = {
    concern: "Touches money",
    reviewer: "finance-sme",
    foundBy: "gap-agent",
    proposal: "",
  };

  it("a gap adds a reviewer and its reason, and takes nothing away [R-066] [R-067] [C22] [H18]", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    play.claim();
    play.submit();
    play.send({ type: "plan_round", round: 1, facts: factsOf("1"), gaps: [gap] }, SYSTEM);

    const added = play.task.round?.plan?.requirements.find(({ id }) => id === "agent:finance-sme");
    expect(added?.because).toEqual([{ entry: "gaps", fact: "Touches money" }]);
    expect(play.task.round?.plan?.requirements.map(({ id }) => id)).toContain(
      "agent:build-reviewer",
    );
  });

  it("the author's plan of gaps is refused: only the engine hands it in [C22] [H18]", () => {
    const play = scenario({ policy: { profile: "pipeline" } });
    play.claim();
    play.submit();

    expect(
      play.try(
        { type: "plan_round", round: 1, facts: factsOf("1"), gaps: [gap] },
        agent("agent-1"),
      ),
    ).toBe("forbidden");
  });

  it("fixed rules find gaps without a model", () => {
    const facts = factsOf("1", ["package.json"]);
    const play = built({}, ["package.json"]);
    const { plan } = play.task.round ?? {};
    if (plan == null) throw new Error("no plan");

    const gaps = findGaps(facts, plan, play.policy);
    expect(gaps.map(({ reviewer, foundBy }) => [reviewer, foundBy])).toEqual([
      ["security-reviewer", "gap-rules"],
    ]);
  });
});

describe("holes", () => {
  it("a reviewer that timed out has no result; that is never a pass [H19]", () => {
    const play = built();
    play.passChecks();
    play.late();
    play.late();

    expect(play.task.round?.noResult).toEqual(["agent:build-reviewer build-reviewer"]);
    expect(play.task.phase).toMatchObject({
      is: "held",
      reasons: [{ code: "quorum_unreachable", about: "agent:build-reviewer" }],
    });
  });

  it("a change of the policy itself needs the owner, whatever the mode [H20]", () => {
    const play = built({}, ["countersign.json"]);
    const owner = play.task.round?.plan?.requirements.find(({ id }) => id === "layer:owner");

    expect(owner?.because).toEqual([{ entry: "policy", fact: "countersign.json" }]);
    expect(play.task.round?.plan?.mode.mode).toBe("skip");
  });

  it("the policy is the context's, so nothing in the content can replace it [H20]", () => {
    const play = built({}, ["countersign.json"]);

    expect(play.task.round?.decision?.policyDigest).toBe(play.policy.digest);
  });

  it("a rule's severity comes from the policy; a model that calls it info does not lower it [H21]", () => {
    const play = built();
    play.passChecks();
    play.verdict("agent:build-reviewer", "concerns", agent("build-reviewer"), [
      { severity: "info", ruleId: "br-type-safety-01" },
    ]);

    expect(play.task.findings[0]?.severity).toBe("major");
    expect(play.state).toBe("rework");
  });

  it("needs_fixes is a gate: a person cannot approve past it, only an owner override [R-142] [H21]", () => {
    const play = reviewed(["major"], { gate: { needsFixes: "flag" }, modes: { default: "batch" } });
    play.usePolicy({ profile: "pipeline", modes: { default: "batch" } });
    const approve = {
      type: "approve",
      id: "vrd_a",
      round: 1,
      tree: contentOf("1").tree,
      requirement: "layer:owner",
    } as const;

    expect(play.try(approve, person("ana"))).toBe("gate_closed");
    play.override();
    expect([play.state, play.task.flags]).toEqual(["approved", ["override"]]);
  });

  it("the fox: the building agent cannot answer for the build reviewer [R-010]", () => {
    const play = built();
    play.passChecks();
    play.verdict("agent:build-reviewer", "approved", agent("agent-1"));
    play.verdict("agent:build-reviewer", "approved", agent("build-reviewer"));

    expect(play.log.filter(({ event }) => event.type === "evidence_recorded").length).toBe(1);
    expect(play.state).toBe("approved");
  });
});
