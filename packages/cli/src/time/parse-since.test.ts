import { expect, it } from "vitest";
import { parseSince } from "./parse-since.ts";

const NOW = new Date("2026-11-15T12:00:00Z");

it.each([
  ["24h", "2026-11-14T12:00:00Z"],
  ["30d", "2026-10-16T12:00:00Z"],
  ["2026-11-01", "2026-11-01T00:00:00Z"],
  ["2026-11-01T08:30", "2026-11-01T08:30:00Z"],
  ["2026-11-01T08:30:00+02:00", "2026-11-01T06:30:00Z"],
])("reads %s as %s", (word, moment) => {
  expect(parseSince(word, NOW)).toBe(Date.parse(moment));
});

it.each(["yesterday", "2026-13-01", "5", "1w", "", "2026-11-01 08:30"])("refuses %j", (word) => {
  expect(() => parseSince(word, NOW)).toThrow("is not a time");
});
