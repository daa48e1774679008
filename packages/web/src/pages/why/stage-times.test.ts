import { clockText } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { stageTimes } from "./stage-times.ts";

const SECOND = 1_000;
const line = (seconds: number, type: string) => ({
  ...{ seq: seconds, atMs: seconds * SECOND, by: "lint" },
  event: { type },
});
const clock = clockText(0);

describe("stageTimes", () => {
  it("measures from the last submission to the plan, the last answer and the last decision", () => {
    const log = [
      line(0, "submitted"),
      ...[line(1, "planned"), line(2, "verdict_recorded"), line(3, "decided")],
      ...[line(10, "submitted"), line(12, "planned"), line(14, "verdict_recorded")],
      ...[line(15, "decided"), line(20, "verdict_recorded"), line(21, "decided")],
    ];
    const planned = `planned ${clock}, after 2s`;
    expect(stageTimes(log)).toEqual([
      ...[`submitted ${clock}`, planned, planned, planned],
      ...[`answered ${clock}, after 10s`, `decided ${clock}, after 11s`],
    ]);
  });

  it("has no time for what has not happened in the last round", () => {
    const log = [line(0, "submitted"), line(1, "decided"), line(5, "submitted")];
    expect(stageTimes(log)).toEqual([`submitted ${clock}`, "", "", "", "", ""]);
    expect(stageTimes([line(0, "created")])).toEqual([]);
  });
});
