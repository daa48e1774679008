import { describe, expect, it } from "vitest";
import { Gate } from "../decision/schema.ts";
import { EFFECTS, Severity } from "../policy/words.ts";
import { policyOf } from "../testing/policy-of.ts";
import { agent, check, person, planner, type Scenario, scenario } from "../testing/scenario.ts";
import { Opinion } from "../verdict/schema.ts";
import { readSeverity } from "../verdict/severity.ts";
import { fold } from "./fold/fold.ts";
import { project } from "./view/projections.ts";

function submitted(policy: object, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function checked(policy: object, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = submitted(policy, options);
  play.passChecks();
  return play;
}

describe("where the five documents contradict each other", () => {
  it("one state for work under review, four words for it outside [R-032] [C1]", () => {
    const { task } = submitted({ profile: "modes" });
    const { chains, modes, cycles, panel } = project(task);

    expect(task.phase.is).toBe("reviewing");
    expect([chains, modes, cycles, panel]).toEqual([
      "in_review",
      "reviewing",
      "completed",
      "RUNNING",
    ]);
  });

  it("approved, merging, done; done at once where nothing is merged [R-024] [R-030] [C2]", () => {
    const merges = checked({ profile: "modes", modes: { default: "skip" } });
    const path = [merges.state];
    merges.wait(10_000);
    merges.engine({ type: "merge_started" });
    path.push(merges.state);
    merges.engine({ type: "merged", tree: "1".repeat(40) });
    path.push(merges.state);

    expect(path).toEqual(["approved", "merging", "done"]);
    expect(
      checked({ profile: "modes", modes: { default: "skip" }, merge: { strategy: "none" } }).state,
    ).toBe("done");
  });

  it("five effects of a negative verdict [C3]", () => {
    expect(EFFECTS.filter((effect) => effect !== "advance" && effect !== "wait")).toEqual([
      "flag",
      "rework",
      "clarify",
      "escalate",
      "reject",
    ]);
  });

  it("one vocabulary of verdicts [C4]", () => {
    expect(Opinion.options).toEqual(["approved", "concerns", "blocker", "abstained"]);
  });

  it("one scale of severities; other words are aliases [C5]", () => {
    expect(Severity.options).toEqual(["critical", "major", "warning", "info"]);
    expect(["high", "medium", "low", "error"].map((word) => readSeverity(word, null))).toEqual([
      "major",
      "warning",
      "info",
      "critical",
    ]);
  });

  it("stages one after the other, requirements of a stage at once [C6]", () => {
    const stages = submitted({}).task.round?.plan?.requirements.map(
      ({ stage, id }) => `${stage} ${id}`,
    );

    expect(stages).toEqual([
      "0 check:integrity",
      "0 check:secrets",
      "0 check:weakened-tests",
      "0 check:protected-paths",
      "0 check:change-size",
      "0 check:generated-files",
      "0 check:licence-headers",
      "0 check:leftovers",
      "0 check:file-kinds",
      "0 agent:build-reviewer",
      "1 layer:self",
      "2 layer:peer",
      "3 layer:owner",
    ]);
  });

  it("a hold has a scope: agent and sprint stop claims, repo stops merges, nothing else [C7]", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.holds.agent = true;
    const byAgent = play.try({ type: "claim" }, agent("agent-1"));
    Object.assign(play.holds, { agent: false, sprint: true });
    const bySprint = play.try({ type: "claim" }, agent("agent-1"));
    Object.assign(play.holds, { sprint: false, repo: true });
    play.claim();
    play.submit();

    expect([byAgent, bySprint, play.state]).toEqual(["on_hold", "on_hold", "reviewing"]);
  });

  it("the limit of attempts and maxIterations are two numbers, both inclusive [C8]", () => {
    const policy = policyOf();

    expect([policy.limits.attempts, policy.modes.autoApprove.maxIterations]).toEqual([3, 3]);
    const one = {
      profile: "cycles",
      limits: { attempts: 1 },
      modes: { autoApprove: { maxIterations: 9 } },
    };
    const play = checked(one);
    play.verdict("layer:peer", "concerns", agent("agent-2"));
    expect(play.state).toBe("held");
  });

  it.each([
    { onUnavailable: "complete", state: "approved" },
    { onUnavailable: "escalate", state: "held" },
  ])("nobody available: $onUnavailable → $state [C9]", ({ onUnavailable, state }) => {
    const chains = { code: ["peer"], internal_document: ["peer"] };
    const play = checked({ profile: "chains", onUnavailable, chains }, { roster: [] });

    expect(play.state).toBe(state);
  });

  it("self is answered by the author alone, and the author answers nothing else [C10]", () => {
    const play = scenario({ policy: { profile: "cycles" } });
    play.claim();
    play.submit("1", { signal: "PARTIAL" });
    play.plan();
    play.passChecks();
    play.verdict("layer:self", "approved", agent("agent-2"));
    const other = play.logged;
    play.verdict("layer:self", "approved", agent("agent-1"));
    const own = play.task.round?.decision?.outstanding;
    play.verdict("layer:peer", "approved", agent("agent-1"));

    expect(other).toMatchObject([{ why: "trust_not_asked" }]);
    expect(own).toEqual(["layer:peer"]);
    expect(play.logged).toMatchObject([{ why: "trust_author" }]);
  });

  it("the log is the truth: the state is its fold [C11]", () => {
    const play = checked({ profile: "modes" });

    expect(fold(play.log)).toEqual(play.task);
  });

  it("one document of configuration; an empty one is valid", () => {
    expect(policyOf({}).profile).toBe("default");
  });

  it("only holds and turns notify a person", () => {
    const play = submitted({ profile: "cycles", limits: { attempts: 1 } });
    const quiet = play.effects;
    play.passChecks();
    play.verdict("layer:peer", "concerns", agent("agent-2"));

    expect(quiet.filter((effect) => effect.do === "notify")).toEqual([]);
    expect(play.effects.filter((effect) => effect.do === "notify")).toEqual([
      { do: "notify", to: "ana", why: "escalated" },
    ]);
  });

  it("batch by default; a planner proposes and is named; a person's label wins [C14]", () => {
    const byDefault = submitted({ profile: "modes" });
    const planned = submitted({ profile: "modes" });
    planned.send({ type: "change_mode", mode: "auto" }, planner("plan-agent"));
    const labelled = submitted(
      { profile: "modes" },
      { labels: [{ name: "review:per-task", by: "person" }] },
    );
    labelled.send({ type: "change_mode", mode: "auto" }, planner("plan-agent"));

    expect(byDefault.task.round?.plan?.mode.mode).toBe("batch");
    expect(planned.task.modeChoices).toEqual([{ mode: "auto", by: "planner" }]);
    expect(planned.task.round?.plan?.mode.mode).toBe("auto");
    expect(labelled.task.round?.plan?.mode.mode).toBe("per-task");
  });

  it("auto-approve is another spelling of auto [C15]", () => {
    expect(policyOf({ modes: { default: "auto-approve" } }).modes.default).toBe("auto");
  });

  it("four gates, and one for no result yet [C16]", () => {
    expect(Gate.options).toEqual(["pending", "fail", "needs_fixes", "pass_with_warnings", "pass"]);
  });

  it.each([
    { needsFixes: "rework", state: "rework" },
    { needsFixes: "flag", state: "approved" },
  ])("needs_fixes → $needsFixes: $state [C17]", ({ needsFixes, state }) => {
    const play = submitted({ profile: "modes", modes: { default: "skip" }, gate: { needsFixes } });
    play.verdict("check:secrets", "concerns", check("secrets"), [{ severity: "major" }]);
    play.passChecks();

    expect(play.state).toBe(state);
  });

  it("new content makes every approval stale [C18]", () => {
    const play = checked({ profile: "modes" });
    play.approve();
    play.submit("2");
    play.plan();

    expect(play.task.round?.verdicts.items.map(({ requirement }) => requirement)).toEqual([
      "layer:self",
    ]);
  });

  it("skip removes the person, never the universal checks; a blocking finding still stops it [C19]", () => {
    const play = submitted({ profile: "modes", modes: { default: "skip" } });
    const asked = play.task.round?.decision?.outstanding;
    play.verdict("check:secrets", "concerns", check("secrets"), [{ severity: "critical" }]);
    play.passChecks();

    expect(asked).toEqual(["check:integrity", "check:secrets"]);
    expect(play.state).toBe("rework");
  });

  it("GitHub is a projection, never needed [C20]", () => {
    expect(project(submitted({ profile: "modes" }).task).github).toBe("in_progress");
    expect(policyOf().trackers.github.enabled).toBe(false);
  });

  it.each([
    { people: { owner: ["ana"] }, inTurn: "ana" },
    { people: { owner: ["ana"], escalateTo: ["cto", "owner"] }, inTurn: "cto" },
  ])(
    "an escalation goes to escalateTo, by default the owner: $inTurn [C21]",
    ({ people, inTurn }) => {
      const play = checked({ profile: "cycles", limits: { attempts: 1 }, people });
      play.verdict("layer:peer", "blocker", agent("agent-2"));

      expect(play.task.phase).toMatchObject({ is: "held", inTurn });
    },
  );

  it("whoever looks for gaps is no author, and only the engine hands gaps in", () => {
    const play = scenario({ policy: {} });
    play.claim();
    play.submit();

    expect(
      play.try(
        {
          type: "plan_round",
          round: 1,
          facts: submitted({}).task.round?.facts ?? raise(),
          gaps: [],
        },
        person("ana"),
      ),
    ).toBe("forbidden");
  });
});

function raise(): never {
  throw new Error("no facts");
}
