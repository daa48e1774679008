import { describe, expect, it } from "vitest";
import type { TaskView } from "../schemas/task-view.ts";
import { waysOut } from "./ways-out.ts";

const ID = `vrd_${"7".repeat(32)}`;

function held(...reasons: [code: string, about: string | null][]): TaskView {
  return {
    authors: ["claude"],
    costUsd: 3,
    budgetUsd: 2,
    hold: { reasons: reasons.map(([code, about]) => ({ code, about })) },
    round: {
      requirements: [
        { id: "panel", who: ["codex"], verdicts: [{ id: ID, by: "codex" }] },
        { id: "layer:peer", who: ["gemini"], verdicts: [] },
      ],
    },
  } as unknown as TaskView;
}

const options = (view: TaskView, me: string | null = "ana") =>
  waysOut(view, me).map((way) => way.options);

describe("waysOut", () => {
  it.each<[string, TaskView, string[]]>([
    ["a blocker", held(["blocker", ID]), ["--set-aside codex"]],
    [
      "a reviewer without an answer",
      held(["quorum_unreachable", "layer:peer"]),
      ["--retry", "--reviewer layer:peer=ana"],
    ],
    ["a merge that failed", held(["merge_retries", "dirty"]), ["--retry"]],
    ["no attempts left", held(["limit_attempts", null]), ["--grant 2"]],
    ["a used-up budget", held(["limit_cost", null]), ["--budget 6"]],
    ["reasons of several kinds", held(["blocker", ID], ["limit_cost", null]), []],
    ["a reason of a newer engine", held(["a_newer_reason", null]), []],
  ])("settles %s", (_, view, wanted) => {
    expect(options(view)).toEqual([...wanted, "--send-back", "--reject"]);
  });

  it("lets no author, and nobody unknown, answer in place of a reviewer", () => {
    const view = held(["quorum_unreachable", "layer:peer"]);
    for (const me of ["claude", null])
      expect(options(view, me)).toEqual(["--retry", "--send-back", "--reject"]);
  });

  it("names who is asked again, and whose words do not count", () => {
    expect(waysOut(held(["quorum_unreachable", "layer:peer"]), null)[0]?.about).toBe(
      "ask gemini again",
    );
    expect(waysOut(held(["blocker", ID]), null)[0]).toMatchObject({
      about: "do not count what codex said",
      resolutions: [{ do: "set_aside", verdict: ID }],
    });
  });

  it("has none for a task that is not held", () => {
    expect(waysOut({ hold: null } as unknown as TaskView, "ana")).toEqual([]);
  });
});
