import { describe, expect, it } from "vitest";
import { timelineRounds } from "./timeline-entries.ts";

const log = [
  { seq: 1, atMs: 0, by: "claude", event: { type: "created" } },
  { seq: 2, atMs: 10, by: "claude", event: { type: "submitted", round: 1 } },
  { seq: 3, atMs: 15, by: "lint", event: { type: "findings_changed" } },
  {
    ...{ seq: 4, atMs: 20, by: "lint" },
    event: { type: "verdict_recorded", verdict: { opinion: "concerns" } },
  },
  { seq: 5, atMs: 20, by: "lint", event: { type: "decided", decision: { effect: "wait" } } },
  { seq: 6, atMs: 90, by: "claude", event: { type: "submitted", round: 2 } },
  { seq: 7, atMs: 95, by: "lint", event: { type: "decided", decision: { effect: "rework" } } },
];
const story = [1, 2, 4, 5, 6, 7].map((seq) => ({ seq, atMs: 0, by: "x", text: `entry ${seq}` }));

describe("timelineRounds", () => {
  it("begins a round with each submission, and measures from there", () => {
    const rounds = timelineRounds(log, story);
    expect(rounds.map(({ round, entries }) => [round, entries.map(({ seq }) => seq)])).toEqual([
      [0, [1]],
      [1, [2, 4, 5]],
      [2, [6, 7]],
    ]);
    expect(rounds[1]?.entries.map(({ sinceRoundMs }) => sinceRoundMs)).toEqual([0, 10, 10]);
    expect(rounds[0]?.entries[0]?.sinceRoundMs).toBeNull();
  });

  it("knows verdicts, and decisions that only wait", () => {
    const entries = timelineRounds(log, story).flatMap((round) => round.entries);
    expect(entries.filter(({ isMinor }) => isMinor).map(({ seq }) => seq)).toEqual([5]);
    expect(entries.find(({ seq }) => seq === 4)?.opinion).toBe("concerns");
  });
});
