import { describe, expect, it } from "vitest";
import { rungTimers, type Written } from "./timers.ts";

const entry = (type: string, atMs: number, dueMs: number | null = null): Written => ({
  task: "cs-a",
  types: [type],
  atMs,
  dueMs,
});
const late = (log: Written[], nowMs = 1_000) =>
  rungTimers(log, nowMs).map(({ type, lateMs }) => [type, lateMs]);

describe("the timers of a log", () => {
  it.each<{ about: string; log: Written[]; found: (string | number)[][] }>([
    {
      about: "one that rang",
      log: [entry("claimed", 0, 100), entry("lease_ended", 130)],
      found: [["lease_ended", 30]],
    },
    {
      about: "one that rang too early",
      log: [entry("claimed", 0, 100), entry("lease_ended", 90)],
      found: [["lease_ended", -10]],
    },
    {
      about: "one that was overtaken",
      log: [entry("claimed", 0, 100), entry("submitted", 90)],
      found: [],
    },
    {
      about: "one that never rang",
      log: [entry("claimed", 0, 100)],
      found: [["nothing", 900]],
    },
    { about: "one that is still to come", log: [entry("claimed", 0, 2_000)], found: [] },
    { about: "none", log: [entry("created", 0), entry("reported", 5)], found: [] },
  ])("$about", ({ log, found }) => {
    expect(late(log)).toEqual(found);
  });
});
