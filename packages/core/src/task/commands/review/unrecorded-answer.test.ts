import { describe, expect, it } from "vitest";
import { agent, type Scenario, scenario, type TaskCommand } from "../../../testing/scenario.ts";
import type { CommandOf } from "../../model/commands.ts";

/** A panel whose checks have passed. */
function reviewing(): Scenario {
  const play = scenario({ policy: { profile: "panel" } });
  play.claim();
  play.submit();
  play.plan();
  play.passChecks();
  return play;
}

function lost({ task }: Scenario, more: Partial<CommandOf<"no_result">> = {}): TaskCommand {
  return {
    type: "no_result",
    of: "round",
    number: task.round?.number ?? 1,
    tree: task.round?.content.tree ?? "",
    requirement: "panel",
    reviewer: "gemini",
    cause: "not_recorded",
    reason: "the answer could not be recorded",
    costUsd: 0,
    ...more,
  };
}

const HELD = { is: "held", reasons: [{ code: "no_result", about: "panel" }] };

describe("an answer that could not be recorded", () => {
  it("holds the review for a person at once, and gives nobody up", () => {
    const play = reviewing();
    play.engine(lost(play));

    expect(play.events).toEqual(["no_result", "held"]);
    expect(play.logged[0]).toMatchObject({ cause: "not_recorded", counts: true });
    expect(play.task.phase).toMatchObject(HELD);
    expect(play.task.round).toMatchObject({ noResult: [] });
  });

  it("stops a merge too", () => {
    const play = reviewing();
    play.verdict("panel", "approved", agent("codex"));
    play.verdict("panel", "approved", agent("gemini"));
    play.engine(lost(play));

    expect(play.task.phase).toMatchObject(HELD);
  });

  it("is only told where another round or another content is reviewed, or none", () => {
    const play = reviewing();
    play.engine(lost(play, { number: 7 }));
    play.engine(lost(play, { tree: "9".repeat(40) }));
    expect(play.task.phase.is).toBe("reviewing");
    play.engine(lost(play));
    play.engine(lost(play));

    expect(play.events).toEqual(["no_result"]);
    expect(play.logged[0]).toMatchObject({ counts: false });
  });
});
