import { describe, expect, it } from "vitest";
import { HOLDS } from "../../testing/holds.ts";
import { refusal } from "../../testing/refusal.ts";
import { agent, person, planner, type Scenario, scenario } from "../../testing/scenario.ts";
import type { SentCommand } from "../../testing/shown-command.ts";
import type { CommandOf } from "../model/commands.ts";
import { toShown } from "./shown.ts";

const ANA = person("ana");
const ROUND_1 = { round: 1, tree: "1".repeat(40) };

type Decision = CommandOf<
  | "approve"
  | "redo"
  | "reject"
  | "override"
  | "release"
  | "undo"
  | "retry_reviewer"
  | "cancel_reviewer"
  | "request_review"
  | "dispose"
  | "change_mode"
  | "reopen"
  | "cancel"
>;

/** One decision of each kind, on round 1. */
const DECISIONS: readonly Decision[] = [
  { type: "approve", ...ROUND_1, id: "vrd_9", requirement: "layer:owner" },
  {
    type: "redo",
    ...ROUND_1,
    quickIssues: [],
    customFeedback: "again",
    option: "keep",
    priority: "same",
  },
  { type: "reject", ...ROUND_1, reason: "no" },
  { type: "override", ...ROUND_1, reason: "now" },
  { type: "release", ...ROUND_1, offered: null, resolutions: [{ do: "retry" }] },
  { type: "undo", ...ROUND_1 },
  { type: "retry_reviewer", ...ROUND_1, requirement: "panel", reviewer: "codex" },
  { type: "cancel_reviewer", ...ROUND_1, requirement: "panel", reviewer: "codex" },
  { type: "request_review", ...ROUND_1, reviewer: null },
  { type: "dispose", ...ROUND_1, finding: "F-1", as: { is: "dismissed", reason: "fine" } },
  { type: "change_mode", ...ROUND_1, mode: "skip" },
  { type: "reopen", ...ROUND_1 },
  { type: "cancel", ...ROUND_1, reason: "gone" },
];

function atRound2(): Scenario {
  const play = scenario({ policy: { profile: "modes" } });
  play.submit("1");
  play.plan();
  play.submit("2");
  return play;
}

describe("a decision on what was shown", () => {
  it.each(DECISIONS)("$type is refused after a newer round, and the round is named", (command) => {
    const play = atRound2();

    expect(refusal(() => play.send(command, ANA))).toMatchObject({
      code: "stale_round",
      message: "cs-test is at round 2 now, tree 222222222222; round 1 was shown",
    });
    expect(play.task.round?.number).toBe(2);
  });

  it.each(DECISIONS)("$type is refused for another tree of the same round", (command) => {
    const play = atRound2();

    expect(play.try({ ...command, round: 2 }, ANA)).toBe("stale_content");
  });

  it.each(DECISIONS)("$type is refused when the task had no round when it was shown", (command) => {
    const play = atRound2();
    if (command.type === "approve") return;

    expect(refusal(() => play.send({ ...command, round: null, tree: null }, ANA))).toMatchObject({
      code: "stale_round",
      message:
        "cs-test is at round 2 now, tree 222222222222; nothing was submitted when it was shown",
    });
  });

  it("names a round that the task never had", () => {
    const play = scenario();

    expect(refusal(() => play.send({ type: "reject", ...ROUND_1, reason: "no" }, ANA))).toEqual(
      expect.objectContaining({
        code: "stale_round",
        message: "Nothing was submitted for cs-test; round 1 was shown",
      }),
    );
  });

  it("a person cannot leave out what was shown, an agent can", () => {
    const play = atRound2();
    const mode = { type: "change_mode", mode: "per-task", round: undefined } as const;

    expect(play.try(mode, ANA)).toBe("invalid_input");
    expect(play.try({ ...mode, round: 2, tree: undefined }, ANA)).toBe("invalid_input");
    expect(play.try(mode, planner("plan-agent"))).toBe("ok");
    expect(play.try({ ...mode, ...ROUND_1 }, agent("agent-1"))).toBe("stale_round");
  });

  it("toShown names the round and tree of a task, or null twice", () => {
    expect(toShown(scenario().task)).toEqual({ round: null, tree: null });
    expect(toShown(atRound2().task)).toEqual({ round: 2, tree: "2".repeat(40) });
  });
});

describe("a release of a held task", () => {
  it("is refused when other work was submitted since the hold was shown", () => {
    const play = HOLDS.quorum_unreachable();
    play.submit("2");
    const release: SentCommand = { type: "release", resolutions: [{ do: "retry" }] };

    expect(refusal(() => play.send({ ...release, offered: null }, ANA))).toMatchObject({
      code: "stale_content",
      message: "The work submitted for cs-test during the hold is not the work that was shown",
    });
    expect(play.try({ ...release, offered: "2".repeat(40) }, ANA)).toBe("ok");
    expect(play.task.round?.content.tree).toBe("2".repeat(40));
  });
});
