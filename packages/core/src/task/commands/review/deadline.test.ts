import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, type Scenario, scenario } from "../../../testing/scenario.ts";
import { situations } from "../../../testing/table/situations.ts";
import { dueMs } from "../../model/due.ts";

const MACHINE = 1_800_000;
const REMINDER = 14_400_000;

function reviewing(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = scenario({ ...options, policy: { profile: "modes", ...policy } });
  play.claim();
  play.submit();
  play.plan();
  return play;
}

function atOwner(policy: object = {}, options: Parameters<typeof scenario>[0] = {}): Scenario {
  const play = reviewing(policy, options);
  play.passChecks();
  return play;
}

describe("content that nobody has read", () => {
  it("is asked for twice more, then a person is asked", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.submit();
    play.late();
    const first = { effects: play.effects, dueMs: dueMs(play.task) };
    const firstAt = play.nowMs + MACHINE;
    play.late();
    const second = play.state;
    play.late();

    expect(first).toEqual({ effects: [{ do: "read_content", round: 1 }], dueMs: firstAt });
    expect(second).toBe("reviewing");
    expect(play.logged).toMatchObject([
      { type: "held", hold: { reasons: [{ code: "no_result", about: "content" }], resume: null } },
    ]);
  });
});

describe("a person who is late", () => {
  const people = { owner: ["ana", "cto"], substitutes: { ana: ["ben"] } };

  it("passes the turn to the substitute, then to the next owner, where it stays; the state never changes", () => {
    const play = atOwner({ people });
    const turns: unknown[] = [];
    for (let times = 0; times < 4; times += 1) {
      turns.push(play.task.phase.is === "reviewing" ? play.task.phase.person : play.state);
      play.late();
    }

    expect(turns).toEqual(["ana", "ben", "cto", "cto"]);
    expect(play.state).toBe("reviewing");
  });

  it("the next one is reminded, and a timer set", () => {
    const play = atOwner({ people });
    play.late();

    const atMs = play.nowMs + REMINDER;
    expect(play.logged).toEqual([{ type: "turn_moved", to: "ben", deadlineMs: atMs }]);
    expect(play.effects).toEqual([{ do: "notify", to: "ben", why: "reminder" }]);
    expect(dueMs(play.task)).toBe(atMs);
    expect(play.task.phase).toEqual({ is: "reviewing", deadlineMs: atMs, person: "ben" });
  });

  it("never passes it to an author, nor with four eyes to the sponsor", () => {
    const play = scenario({ policy: { profile: "modes", people }, sponsor: "ben" });
    play.send({ type: "claim" }, person("ana"));
    play.submit("1", {}, "ana");
    play.plan();
    play.passChecks();
    const strict = atOwner({ people, trust: { separation: "four_eyes" } }, { sponsor: "ben" });
    strict.late();

    expect(play.task.phase).toMatchObject({ person: "cto" });
    play.late();
    expect(play.task.phase).toMatchObject({ person: "cto" });
    expect(strict.task.phase).toMatchObject({ person: "cto" });
  });

  it("stays with the owner by name where the policy of now lets nobody answer", () => {
    const play = atOwner({}, { sponsor: "ana" });
    play.usePolicy({ profile: "modes", trust: { separation: "four_eyes" } });
    play.late();

    expect(play.logged).toMatchObject([{ type: "turn_moved", to: "ana" }]);
  });

  it("a reminder comes after the first span of the policy", () => {
    const play = atOwner({ limits: { reminders: ["1h"] } });

    expect(play.task.phase).toMatchObject({ deadlineMs: 1_000_000 + 3_600_000 });
  });

  it("without spans after a day", () => {
    const play = atOwner({ limits: { reminders: [] } });

    expect(play.task.phase).toMatchObject({ deadlineMs: 1_000_000 + 86_400_000 });
  });
});

describe("a hold that nobody releases", () => {
  it("passes the turn along its line and stays held", () => {
    const play = reviewing({
      people: { owner: ["ana"], escalateTo: ["cto"], substitutes: { cto: ["ben"] } },
    });
    play.verdict("check:secrets", "blocker", check("secrets"));
    const turns: string[] = [];
    for (let times = 0; times < 4; times += 1) {
      if (play.task.phase.is === "held") turns.push(play.task.phase.inTurn);
      play.late();
    }

    expect(turns).toEqual(["cto", "ben", "ana", "ana"]);
    expect(play.state).toBe("held");
  });

  it("a question that is not answered escalates", () => {
    const play = reviewing({ profile: "panel" });
    play.passChecks();
    play.verdict("panel", "concerns", agent("codex"));
    play.verdict("panel", "concerns", agent("gemini"));
    play.late();

    expect(play.logged).toMatchObject([
      {
        type: "held",
        hold: {
          kind: "escalated",
          reasons: [{ code: "clarify_timeout", about: "panel" }],
          question: null,
          resume: null,
        },
      },
    ]);
  });

  it("the question of a checkup that is not answered escalates too; late answers are evidence", () => {
    const play = scenario({ policy: { profile: "panel" } });
    play.claim();
    const work = play.task.phase;
    play.report("milestone");
    play.planCheckup();
    play.checkupVerdict("concerns", agent("codex"));
    play.checkupVerdict("concerns", agent("gemini"));
    play.late();
    expect(play.task.phase).toMatchObject({
      kind: "escalated",
      reasons: [{ code: "clarify_timeout" }],
      resume: work,
    });
    play.checkupVerdict("approved", agent("codex"));

    expect(play.logged).toMatchObject([{ type: "evidence_recorded", why: "no such checkup" }]);
    expect(play.state).toBe("held");
  });
});

describe("a merge that does not answer", () => {
  it("counts as a network fault", () => {
    const play = atOwner();
    play.approve();
    play.wait(10_000);
    play.engine({ type: "merge_started" });
    play.late();

    expect(play.logged).toEqual([
      {
        type: "merge_postponed",
        kind: "network",
        detail: "the merge took too long",
        tries: 1,
        retryAtMs: play.nowMs + 1_000,
      },
    ]);
  });
});

describe("a deadline", () => {
  it("of work is its lease, as long as the policy says", () => {
    const play = scenario({ policy: { profile: "modes", limits: { lease: "7m" } } });
    play.claim();
    expect(play.task.phase).toMatchObject({ leaseUntilMs: play.nowMs + 420_000 });
    play.late();
    expect(play.logged).toEqual([{ type: "lease_ended", agent: "agent-1" }]);
  });

  it.each([
    { state: "in_progress", message: "The lease of cs-test has not expired" },
    { state: "reviewing", message: "The deadline of cs-test has not passed" },
    { state: "held", message: "The deadline of cs-test has not passed" },
    { state: "merging", message: "The deadline of cs-test has not passed" },
    { state: "rework", message: "The lease of cs-test has not expired" },
  ] as const)("that comes a millisecond early in $state is refused", ({ state, message }) => {
    for (const { play } of situations(state)) {
      const { phase } = play.task;
      const due = "deadlineMs" in phase ? phase.deadlineMs : 0;
      const lease = "leaseUntilMs" in phase ? phase.leaseUntilMs : 0;
      const checkup = play.task.checkup?.deadlineMs ?? Number.POSITIVE_INFINITY;
      const work = Math.min(lease, checkup);
      play.wait(due + work - play.nowMs - 1);
      expect(refusal(() => play.deadline())).toMatchObject({ code: "wrong_state", message });
    }
  });

  it("of a state without one is refused", () => {
    expect(refusal(() => scenario({ policy: { profile: "modes" } }).deadline()).message).toBe(
      "cs-test is open",
    );
  });

  it("is told by the engine alone", () => {
    expect(refusal(() => reviewing().send({ type: "deadline" }, agent("agent-1"))).code).toBe(
      "forbidden",
    );
  });
});
