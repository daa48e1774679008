import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { agent, person, type Scenario, scenario } from "../../../testing/scenario.ts";

const ANA = person("ana");
const AUTHOR = agent("agent-1");
/** Agents with a live reviewer connection. */
const CONNECTED = ["codex", "gemini"].map((id) => ({ id, kind: "agent" as const, load: 0 }));

type Options = NonNullable<Parameters<typeof scenario>[0]>;

function begin({ policy, ...options }: Options = {}): Scenario {
  return scenario({
    policy: { profile: "modes", modes: { default: "batch" }, ...policy },
    roster: CONNECTED,
    ...options,
  });
}

function reviewing(policy: object = {}, options: Options = {}): Scenario {
  const play = begin({ policy, ...options });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

function ask(play: Scenario, reviewer: string | null, by = ANA): void {
  play.send({ type: "request_review", reviewer }, by);
}

const requirementsOf = (play: Scenario) => play.task.round?.plan?.requirements ?? [];
const find = (play: Scenario, id: string) => requirementsOf(play).find((one) => one.id === id);

describe("a review that is started by hand", () => {
  it("adds a requirement of its own, asks it, and leaves the others as they are [R-192]", () => {
    const play = reviewing();
    const before = requirementsOf(play);
    ask(play, "codex");

    expect(find(play, "agent:codex")).toMatchObject({
      stage: 0,
      who: ["codex"],
      human: false,
      because: [{ entry: "review", fact: "asked for by ana" }],
    });
    expect(requirementsOf(play).filter(({ id }) => id !== "agent:codex")).toEqual(before);
    expect(play.events).toContain("review_requested");
    expect(play.effects).toContainEqual({ do: "ask", round: 1, requirements: ["agent:codex"] });
    expect(play.state).toBe("reviewing");
  });

  it("keeps the person's approval waiting until it has answered, and counts what it says", () => {
    const play = reviewing();
    ask(play, "codex");
    expect(play.task.round?.decision?.outstanding).toContain("agent:codex");

    play.verdict("agent:codex", "blocker", agent("codex"));
    expect(play.state).toBe("held");
  });

  it("satisfies nothing that was required, and gives the person's turn back", () => {
    const play = reviewing();
    expect(play.task.phase).toMatchObject({ is: "reviewing", person: "ana" });
    ask(play, "codex");
    expect(play.task.phase).toMatchObject({ is: "reviewing", person: null });
    play.verdict("agent:codex", "approved", agent("codex"));

    expect(play.task.phase).toMatchObject({ is: "reviewing", person: "ana" });
    expect(play.effects).toContainEqual({ do: "notify", to: "ana", why: "your_turn" });
    expect(play.task.round?.decision?.outstanding).toEqual(["layer:owner"]);
  });

  it("survives a change of the mode, and ends with the round", () => {
    const play = reviewing();
    ask(play, "codex");
    play.send({ type: "change_mode", mode: "per-task" }, ANA);
    expect(find(play, "agent:codex")).toBeDefined();

    play.submit("2");
    play.plan();
    expect(find(play, "agent:codex")).toBeUndefined();
  });

  it("asks the panel where nobody is named, else an agent of another family", () => {
    const panel = reviewing({
      panel: { members: ["codex", "gemini"], quorum: 1, when: { label: "never" } },
    });
    ask(panel, null);
    expect(panel.task.round?.plan?.requested).toEqual([
      { reviewer: "codex", by: "ana" },
      { reviewer: "gemini", by: "ana" },
    ]);

    for (const [authorFamily, reviewer] of [
      ["gpt", "gemini"],
      ["claude", "codex"],
      [null, "codex"],
    ] as const) {
      const one = reviewing({}, { authorFamily });
      ask(one, null);
      expect(one.task.round?.plan?.requested).toEqual([{ reviewer, by: "ana" }]);
    }
  });

  it("withdraws an approval until it has answered", () => {
    const play = reviewing();
    play.approve();
    expect(play.state).toBe("approved");
    ask(play, "codex");
    expect(play.state).toBe("reviewing");

    play.verdict("agent:codex", "approved", agent("codex"));
    expect(play.state).toBe("approved");
  });

  it("has unfinished work looked at by the reviewers of the policy", () => {
    const play = scenario({ policy: { profile: "panel" } });
    play.claim();
    ask(play, null);

    expect(play.events).toEqual(["event_reported", "checkup_started"]);
    expect(play.effects).toContainEqual({ do: "read_checkup", checkup: 1 });
    expect(refusal(() => ask(play, null)).message).toContain(
      "already looking at the unfinished work on",
    );
  });
});

describe("a review by hand is refused", () => {
  it("to agents that do not work on the task", () => {
    expect(refusal(() => ask(reviewing(), "codex", agent("other")))).toMatchObject({
      code: "forbidden",
    });
  });

  it("to an author a second time in one round, and for approved work", () => {
    const play = reviewing();
    ask(play, "codex", AUTHOR);
    expect(refusal(() => ask(play, "gemini", AUTHOR))).toMatchObject({
      code: "forbidden",
      message: "agent-1 has already asked for another review of this round of cs-test",
    });
    ask(play, "gemini");
    expect(find(play, "agent:gemini")).toBeDefined();

    const approved = reviewing();
    approved.approve();
    expect(refusal(() => ask(approved, "codex", AUTHOR)).code).toBe("human_only");
  });

  it("gives an author one agent where a person would get the whole panel", () => {
    const play = reviewing({
      panel: { members: ["codex", "gemini"], quorum: 1, when: { label: "never" } },
    });
    ask(play, null, AUTHOR);
    expect(play.task.round?.plan?.requested).toHaveLength(1);
  });

  it.each([
    ["nobody-else", "The policy has no agent nobody-else"],
    ["secrets", "The policy has no agent secrets"],
    ["design-auditor", "design-auditor cannot be asked now"],
  ])("for %s", (name, why) => {
    expect(refusal(() => ask(reviewing(), name)).message).toContain(why);
  });

  it("for an author, and for one that is asked already", () => {
    const play = reviewing();
    ask(play, "codex");
    expect(refusal(() => ask(play, "codex")).message).toBe("codex is already asked in this round");

    const own = begin({ assignee: "codex" });
    own.submit("1", {}, "codex");
    own.plan();
    expect(refusal(() => ask(own, "codex")).message).toBe("codex is an author");
  });

  it("when no further agent is left, or the policy lets nobody look", () => {
    expect(refusal(() => ask(reviewing({}, { roster: [] }), null)).message).toContain(
      "No further agent can be asked",
    );
    const play = scenario({ policy: { triggers: { manual: "off" } } });
    play.claim();
    expect(refusal(() => ask(play, null)).message).toContain("triggers.manual");
    expect(refusal(() => ask(play, "codex")).message).toContain("is not submitted");
  });

  it("before the change was read, after an override, and where nothing is in review", () => {
    const unread = begin();
    unread.claim();
    unread.submit();
    expect(refusal(() => ask(unread, "codex")).message).toContain("is still being read");

    const past = reviewing();
    past.override();
    expect(refusal(() => ask(past, "codex")).message).toContain("approved by an override");

    expect(refusal(() => ask(begin(), "codex")).code).toBe("wrong_state");
  });
});
