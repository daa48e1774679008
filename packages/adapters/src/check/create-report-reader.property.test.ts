import type { ReportFormat } from "@countersign/engine";
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { createReportReader } from "./create-report-reader.ts";
import { sample } from "./testing/sample.ts";

const RUNS = Math.ceil(100_000 * inject("scale"));
const MAX_MS = 100;

const SAMPLES: readonly (readonly [ReportFormat, string])[] = [
  ["sarif", sample("eslint.sarif")],
  ["rdjson", sample("biome.rdjson").slice(0, 2_000)],
  ["rdjsonl", sample("biome.rdjsonl").slice(0, 1_500)],
  ["junit", sample("vitest.junit")],
  ["checkstyle", sample("biome.checkstyle")],
  ["eslint", sample("eslint.json")],
  ["tsc", sample("tsc")],
];

const PIECES = ['"', "<", ">", "&", "{", "[", "]}", "\0", "\\u0000", "../", "/etc/", "-1", "1e999"];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(30),
  put: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 5 })),
});

function apply(text: string, edits: readonly { at: number; drop: number; put: string }[]): string {
  return edits.reduce((result, { at, drop, put }) => {
    const from = Math.floor(at * result.length);
    return result.slice(0, from) + put + result.slice(from + drop);
  }, text);
}

/** Milliseconds of work; a second try counts where the first was slow, since others work beside us. */
function quickest(work: () => unknown): number {
  const once = () => {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
  const first = once();
  return first < MAX_MS ? first : Math.min(first, once());
}

it("no damaged report makes a reader throw, take long, or name a file outside", () => {
  const reader = createReportReader();
  const counts = { read: 0, unreadable: 0 };
  let slowest = 0;
  const damaged = fc.tuple(fc.constantFrom(...SAMPLES), fc.array(edit, { maxLength: 3 }));

  fc.assert(
    fc.property(damaged, ([[format, text], edits]) => {
      const hurt = apply(text, edits);
      let report = reader.read("tsc", "", "/checkout");
      const took = quickest(() => {
        report = reader.read(format, hurt, "/checkout");
      });
      slowest = Math.max(slowest, took);
      counts[report.ok ? "read" : "unreadable"] += 1;
      for (const { file = "a", message } of report.ok ? report.findings : []) {
        expect(/^\/|\\|\p{Cc}|(?:^|\/)\.\.(?:\/|$)/u.test(file)).toBe(false);
        expect(message.length).toBeLessThanOrEqual(2_000);
      }
    }),
    { numRuns: RUNS },
  );

  expect(counts.read).toBeGreaterThan(RUNS / 20);
  expect(counts.unreadable).toBeGreaterThan(RUNS / 20);
  expect(slowest).toBeLessThan(MAX_MS);
});

it.each([
  ["junit", "<testsuites ".repeat(100_000)],
  ["junit", `<a ${" ".repeat(1_000_000)}`],
  ["junit", `<a>${"&".repeat(500_000)}`],
  ["checkstyle", "<!--".repeat(250_000)],
  ["sarif", "[".repeat(1_000_000)],
  ["eslint", `["${"\\".repeat(1_000_000)}`],
  ["rdjsonl", "{}\n".repeat(20_000)],
  ["tsc", `${"a(1,".repeat(250_000)}`],
  ["tsc", `${"(1,1): error TS".repeat(60_000)}`],
] as const)("a million characters made to hurt %s take no two seconds", (format, text) => {
  expect(quickest(() => createReportReader().read(format, text, "/checkout"))).toBeLessThan(2_000);
});
