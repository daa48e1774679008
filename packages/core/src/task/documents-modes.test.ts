import { describe, expect, it } from "vitest";
import { refusal } from "../testing/refusal.ts";
import { agent, check, person, planner, type Scenario, scenario } from "../testing/scenario.ts";
import { fold } from "./fold/fold.ts";
import { project } from "./view/projections.ts";
import { turnOf } from "./view/turn.ts";

type Options = Parameters<typeof scenario>[0];

function handedIn(options: Options = {}, signal: "DONE" | "PARTIAL" = "DONE"): Scenario {
  const play = scenario({ ...options, policy: { profile: "modes", ...options?.policy } });
  play.claim();
  play.submit("1", { signal });
  play.plan();
  return play;
}

function checked(options: Options = {}): Scenario {
  const play = handedIn(options);
  play.passChecks();
  return play;
}

const label = (name: string, by: "person" | "planner" | "author" | "tracker" = "person") => ({
  name,
  by,
});

describe("task status flow", () => {
  it("open → in_progress → reviewing → closed [R-022] [R-023] [R-024]", () => {
    const play = scenario({ policy: { profile: "modes" } });
    const seen = [project(play.task).modes];
    play.claim();
    seen.push(project(play.task).modes);
    play.submit();
    play.plan();
    play.passChecks();
    seen.push(project(play.task).modes);
    play.approve();
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    play.engine({ type: "merged", tree: "1".repeat(40) });
    seen.push(project(play.task).modes);

    expect(seen).toEqual(["open", "in_progress", "reviewing", "closed"]);
  });

  it("redo: back to open with feedback [R-022] [R-111] [R-241]", () => {
    const play = checked();
    play.redo("ana", { customFeedback: "The rate limit value (1000) is hardcoded." });

    expect(project(play.task).modes).toBe("open");
    expect(play.task.feedback.at(-1)?.customFeedback).toBe(
      "The rate limit value (1000) is hardcoded.",
    );
  });

  it("reject: blocked [R-022] [R-111]", () => {
    const play = checked();
    play.reject();

    expect(project(play.task).modes).toBe("blocked");
  });

  it("non-blocking: the agent is free at once and takes the next task, the person's turn begins [R-004] [R-025]", () => {
    const play = checked();

    expect(turnOf(play.task)).toEqual({ holder: "person", who: "ana" });
    const next = scenario({ policy: { profile: "modes" } });
    next.claim("agent-1");
    expect(next.state).toBe("in_progress");
  });
});

describe("review modes", () => {
  it.each([
    { mode: "per-task", state: "reviewing", delivery: "now" },
    { mode: "batch", state: "reviewing", delivery: "queue" },
    { mode: "auto", state: "approved", delivery: "queue" },
    { mode: "skip", state: "approved", delivery: undefined },
  ])("$mode after green checks: $state [R-003] [R-141]", ({ mode, state, delivery }) => {
    const play = checked({ labels: [label(`review:${mode}`)] });

    const owner = play.task.round?.plan?.requirements.find(({ id }) => id === "layer:owner");
    expect(play.state).toBe(state);
    expect(owner?.delivery).toBe(delivery);
  });

  it("the default is batch", () => {
    expect(checked().task.round?.plan?.mode.mode).toBe("batch");
  });

  it.each([
    { name: "security", mode: "per-task" },
    { name: "docs", mode: "skip" },
    { name: "trivial", mode: "auto" },
  ])("label rule $name: $mode [R-069] [R-071]", ({ name, mode }) => {
    expect(checked({ labels: [label(name)] }).task.round?.plan?.mode.mode).toBe(mode);
  });

  it("plan agent: down to auto, an exception stricter, and a person can always change it [R-070]", () => {
    const chosen = handedIn();
    chosen.send({ type: "change_mode", mode: "skip" }, planner("plan-agent"));
    const afterPlanner = chosen.task.round?.plan?.mode.mode;
    chosen.send({ type: "change_mode", mode: "per-task" }, person("ana"));

    expect(afterPlanner).toBe("auto");
    expect(chosen.task.round?.plan?.mode.mode).toBe("per-task");
  });
});

describe("auto-approve", () => {
  const auto = { labels: [label("review:auto")] };

  it("approves without a person if quality passed, and says so [R-241]", () => {
    const play = checked(auto);

    expect(play.state).toBe("approved");
    expect(play.task.flags).toEqual(["auto_approved"]);
  });

  it.each([
    {
      why: "it is off",
      options: { ...auto, policy: { modes: { floor: "auto", autoApprove: { enabled: false } } } },
    },
    {
      why: "a label forbids it",
      options: { labels: [label("review:auto"), label("security", "tracker")] },
    },
  ] as const)("waits for a person if $why [R-139]", ({ options }) => {
    expect(turnOf(checked({ ...options, labels: [...options.labels] }).task)).toEqual({
      holder: "person",
      who: "ana",
    });
  });

  it("waits for a person if the checks ran without a sandbox [H8]", () => {
    const play = handedIn(auto);
    for (const id of ["integrity", "secrets"]) {
      play.send(
        {
          type: "record_verdict",
          id: `vrd_${id}`,
          of: "round",
          number: 1,
          tree: "1".repeat(40),
          requirement: `check:${id}`,
          opinion: "approved",
          summary: "",
          findings: [],
          costUsd: 0,
          sandboxed: false,
        },
        check(id),
      );
    }

    expect(play.state).toBe("reviewing");
  });

  it("the author's own word on quality is no check result [R-140] [H8]", () => {
    const play = handedIn(auto);
    play.verdict("check:integrity", "approved", agent("agent-1"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "trust_author" }]);
    expect(play.state).toBe("reviewing");
  });

  it("waits for the author's own review if the agent has not said DONE [R-052] [R-139]", () => {
    const play = handedIn(auto, "PARTIAL");
    play.passChecks();

    expect(play.task.round?.decision?.outstanding).toEqual(["layer:self"]);
  });

  it("a batch task with green checks is not auto-approved [D6]", () => {
    expect(checked({ labels: [label("review:batch")] }).state).toBe("reviewing");
  });

  it("maxIterations: after more attempts a person looks, at exactly that many none [R-139] [C8]", () => {
    const policy = { modes: { floor: "auto", autoApprove: { maxIterations: 1 } } };
    const first = checked({ ...auto, policy });
    const second = handedIn({ ...auto, policy });
    second.verdict("check:integrity", "concerns", check("integrity"), [{}]);
    second.verdict("check:secrets", "approved", check("secrets"));
    second.submit("2");
    second.plan();
    second.passChecks();

    expect([first.state, second.task.attempt, second.state]).toEqual(["approved", 2, "reviewing"]);
  });
});

describe("redo with feedback", () => {
  it("bump to P0, fresh start: the feedback waits for the grace [R-162] [R-163]", () => {
    const play = checked();
    play.redo("ana", {
      quickIssues: ["Code style issues", "Security issues"],
      customFeedback: "See RFC 6585 for 429 response format.",
      option: "fresh",
      priority: "bump",
    });

    expect(play.task.priority).toBe("P0");
    expect(play.effects).toContainEqual({ do: "close_grace", delayMs: 10_000 });
    expect(play.effects).toContainEqual({ do: "reset_work", to: "before", delayMs: 10_000 });
  });

  it("the history keeps every decision of every iteration, in order [R-164] [D11] [H10]", () => {
    const play = checked();
    play.redo("ana", { customFeedback: "first" });
    play.wait(10_000);
    play.submit("2");
    play.plan();
    play.passChecks();
    play.redo("ana", { customFeedback: "second" });
    play.wait(10_000);
    play.submit("3");
    play.plan();
    play.passChecks();
    play.approve();

    const history = play.task.feedback.map(({ iteration, decision, customFeedback }) => [
      iteration,
      decision,
      customFeedback,
    ]);
    expect(history).toEqual([
      [1, "redo", "first"],
      [2, "redo", "second"],
      [3, "approved", undefined],
    ]);
  });
});

describe("flows from end to end", () => {
  it("batch: three tasks wait, and one approval touches one task [R-005] [R-241]", () => {
    const plays = [checked(), checked(), checked()];
    plays[0]?.approve();

    expect(plays.map((play) => project(play.task).modes)).toEqual([
      "reviewing",
      "reviewing",
      "reviewing",
    ]);
    expect(plays.map((play) => play.state)).toEqual(["approved", "reviewing", "reviewing"]);
  });

  it("review state survives a restart: the log alone gives the same task [R-150] [R-155]", () => {
    const play = checked();
    play.redo();

    expect(fold(JSON.parse(JSON.stringify(play.log)))).toEqual(play.task);
  });

  it("a person switches a waiting task to skip: it is approved, with its checks", () => {
    const play = checked();
    play.send({ type: "change_mode", mode: "skip" }, person("ana"));

    expect(play.state).toBe("approved");
    expect(play.task.round?.plan?.requirements.map(({ id }) => id)).toEqual([
      "check:integrity",
      "check:secrets",
      "layer:self",
    ]);
  });
});

describe("holes", () => {
  it.each([
    { by: "author", name: "review:skip" },
    { by: "tracker", name: "docs" },
  ] as const)("a label $name by the $by does not loosen the mode [H7]", ({ by, name }) => {
    expect(checked({ labels: [label(name, by)] }).task.round?.plan?.mode.mode).toBe("batch");
  });

  it("of two labels by a person the strictest counts [H7]", () => {
    const labels = [label("review:skip"), label("review:per-task")];

    expect(checked({ labels }).task.round?.plan?.mode.mode).toBe("per-task");
  });

  it("what was shown is what is approved; another tree or round is refused [H9]", () => {
    const play = checked();
    const approve = { type: "approve", id: "vrd_a", requirement: "layer:owner" } as const;
    const tree = "1".repeat(40);

    expect(
      refusal(() => play.send({ ...approve, round: 1, tree: "2".repeat(40) }, person("ana"))).code,
    ).toBe("stale_content");
    expect(refusal(() => play.send({ ...approve, round: 2, tree }, person("ana"))).code).toBe(
      "stale_round",
    );
  });
});
