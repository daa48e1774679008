import { describe, expect, it } from "vitest";
import type { Resolution } from "../../../decision/resolution.ts";
import { NAMED_PERSON } from "../../../plan/compile/amend.ts";
import { HOLDS } from "../../../testing/holds.ts";
import { person } from "../../../testing/scenario.ts";

const ANY_RESOLUTION: Readonly<Record<string, Resolution>> = {
  set_aside: { do: "set_aside", verdict: "vrd_3" },
  grant_attempts: { do: "grant_attempts", attempts: 2 },
  raise_budget: { do: "raise_budget", usd: 50 },
  name_panel: { do: "name_reviewer", requirement: "panel", reviewer: "ben" },
  name_content: { do: "name_reviewer", requirement: "content", reviewer: "ben" },
  name_person: { do: "name_reviewer", requirement: NAMED_PERSON, reviewer: "ben" },
  retry: { do: "retry" },
  send_back: { do: "send_back" },
  reject: { do: "reject" },
};

describe("each reason × each resolution", () => {
  it.each([
    { reason: "blocker", settles: { set_aside: "reviewing" } },
    { reason: "panel_conflict", settles: { set_aside: "approved" } },
    { reason: "clarified_already", settles: { set_aside: "-" } },
    { reason: "clarify_timeout", settles: { set_aside: "approved" } },
    { reason: "quorum_unreachable", settles: { name_panel: "reviewing", retry: "reviewing" } },
    { reason: "not_shown_whole", settles: { name_panel: "reviewing" } },
    { reason: "no_result", settles: { name_content: "reviewing", retry: "reviewing" } },
    { reason: "limit_attempts", settles: { grant_attempts: "rework" } },
    { reason: "chain_empty", settles: { name_person: "reviewing" } },
    { reason: "merge_retries", settles: { retry: "approved" } },
  ] as const)("$reason is settled by $settles", ({ reason, settles }) => {
    const found = Object.entries(ANY_RESOLUTION).map(([name, resolution]) => {
      const play = HOLDS[reason]();
      expect(play.task.phase).toMatchObject({ is: "held", reasons: [{ code: reason }] });
      const result = play.try({ type: "release", resolutions: [resolution] }, person("ana"));
      return [name, result === "ok" ? play.state : result];
    });

    const expected = Object.keys(ANY_RESOLUTION).map((name) => [name, "invalid_input"]);
    const accepted: Record<string, string> = {
      ...settles,
      send_back: "rework",
      reject: "rejected",
    };
    expect(found).toEqual(
      expected.map(([name = "", refused]) => [
        name,
        accepted[name]?.replace("-", "invalid_input") ?? refused,
      ]),
    );
  });
});
