import { describe, expect, it } from "vitest";
import { sampleTask } from "../testing/sample-task.ts";
import { standingText } from "./standing-text.ts";

const said = (view: Parameters<typeof sampleTask>[0], me = "ana") =>
  standingText(sampleTask(view), me, 100_000);

describe("standingText", () => {
  it.each([
    [{ state: "open", turn: { holder: "agent", who: null } }, "Waiting for an agent to take it."],
    [{ state: "in_progress", turn: { holder: "agent", who: "codex" } }, "Codex works on it."],
    [
      { state: "rework", turn: { holder: "agent", who: "codex" } },
      "Sent back: waiting for codex to submit round 3.",
    ],
    [
      { state: "reviewing", turn: { holder: "person", who: "ana" } },
      "Waiting for you to approve it, ask for changes or reject it.",
    ],
    [{ state: "merging", turn: { holder: "engine", who: null } }, "Approved; the merge runs."],
    [{ state: "rejected", rejectReason: "No." }, "Rejected: No."],
    [{ state: "done", turn: { holder: "nobody", who: null } }, "Done."],
  ] as const)("%j: %s", (view, text) => {
    expect(said(view)).toBe(text);
  });

  it.each([
    [false, "Approved; waits for cs-low, which it is built on."],
    [true, "Approved; it is merged next."],
  ])("names the task that approved work waits for; merged: %s [R-012]", (isMerged, text) => {
    const { round } = sampleTask({});
    const baseTask = { task: "cs-low", round: 1, isMerged };
    const turn = { holder: "engine", who: null } as const;
    const view = { state: "approved", turn, round: round && { ...round, baseTask } } as const;

    expect(said(view)).toBe(text);
  });

  it("says what machines do now, for how long", () => {
    const atWork = ["test", "lint"].map((reviewer) => ({
      ...{
        requirement: `check:${reviewer}`,
        reviewer,
        step: "preparing" as const,
        sinceMs: 60_000,
      },
    }));

    expect(said({ state: "reviewing", turn: { holder: "checks", who: null }, atWork })).toBe(
      "Waiting for test, lint: installing dependencies, 40 s.",
    );
  });

  it("says why a task is on hold, and who can release it", () => {
    const reasons = [{ code: "merge_retries", about: null }];
    const hold = {
      ...{ kind: "escalated" as const, reasons, line: ["ana"], inTurn: "ana", question: null },
      ...{ offered: false, offeredTree: null },
    };
    const view = { state: "held", hold, turn: { holder: "person", who: "ana" } } as const;

    expect(said(view)).toBe("On hold: the merge failed too often. You can release it.");
    expect(said(view, "ben")).toBe("On hold: the merge failed too often. ana can release it.");
  });

  it("says what an approved task waits for", () => {
    const turn = { holder: "engine", who: null } as const;
    expect(said({ state: "approved", turn })).toBe("Approved; it is merged next.");
    const mergeWaits = { path: "/a", files: ["b"], detail: "Commit b first" };
    expect(said({ state: "approved", turn, mergeWaits })).toBe(
      "Approved, but not merged: Commit b first",
    );
  });
});
