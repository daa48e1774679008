import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CountersignError } from "../kernel/errors.ts";
import { times } from "../testing/scale.ts";
import { parseRawDiff, type RawEntry } from "./raw-diff.ts";

const RUNS = times(20_000);

const NONE = "0".repeat(40);
const LETTERS = {
  added: "A",
  modified: "M",
  deleted: "D",
  type_changed: "T",
  renamed: "R100",
  copied: "C075",
} as const;

const step = fc.constantFrom("a", "b\tc", "d\ne", ":100644", "é😀", "1\t0\tx", "-", " ");
const path = fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("/"));
const mode = fc.constantFrom("100644", "100755", "120000", "160000");
const count = fc.oneof(fc.constant(null), fc.nat(5_000));

const entry: fc.Arbitrary<RawEntry> = fc
  .tuple(
    fc.constantFrom("added", "modified", "deleted", "type_changed", "renamed", "copied"),
    path,
    path,
    mode,
    mode,
    count,
  )
  .map(([status, name, from, oldMode, newMode, lines]) => ({
    status,
    path: name,
    ...(status === "renamed" || status === "copied" ? { oldPath: from } : {}),
    oldMode: status === "added" ? "000000" : oldMode,
    newMode: status === "deleted" ? "000000" : newMode,
    oldId: status === "added" ? NONE : "1".repeat(40),
    newId: status === "deleted" ? NONE : "2".repeat(40),
    added: lines,
    deleted: lines,
  }));
const change = fc.uniqueArray(entry, { maxLength: 6, selector: (item) => item.path });

/** Writes what git would print. */
function print(entries: readonly RawEntry[]): string {
  const records = entries.flatMap((item) => [
    `:${item.oldMode} ${item.newMode} ${item.oldId} ${item.newId} ${LETTERS[item.status]}`,
    ...(item.oldPath === undefined ? [] : [item.oldPath]),
    item.path,
  ]);
  const counts = entries.flatMap((item) => {
    const numbers = `${item.added ?? "-"}\t${item.deleted ?? "-"}\t`;
    return item.oldPath === undefined ? [numbers + item.path] : [numbers, item.oldPath, item.path];
  });
  return [...records, ...counts].map((field) => `${field}\0`).join("");
}

describe("parseRawDiff, fuzzed", () => {
  it("reads back every change that git could print", () => {
    let entries = 0;
    fc.assert(
      fc.property(change, (written) => {
        entries += written.length;
        expect(parseRawDiff(print(written))).toEqual(written);
      }),
      { numRuns: times(2_000, 1_000) },
    );

    expect(entries).toBeGreaterThan(RUNS / 10);
  });

  it("refuses what is cut or damaged with invalid_input, or reads it as something git could print", () => {
    const seen = { refused: 0, read: 0 };
    const damage = fc.tuple(
      fc.nat(),
      fc.nat(4),
      fc.constantFrom("", "\0", ":", "\t", "-", "x", "R"),
    );
    fc.assert(
      fc.property(change, damage, (written, [place, cut, piece]) => {
        const text = print(written);
        const at = place % (text.length + 1);
        const damaged = text.slice(0, at) + piece + text.slice(at + cut);
        try {
          const entries = parseRawDiff(damaged);
          if (print(entries).length > damaged.length + 4)
            throw new Error("read more than was there");
          seen.read += 1;
        } catch (error) {
          if (!(error instanceof CountersignError) || error.code !== "invalid_input") throw error;
          seen.refused += 1;
        }
      }),
      { numRuns: RUNS },
    );

    expect(seen.refused).toBeGreaterThan(RUNS / 4);
    expect(seen.read).toBeGreaterThan(RUNS / 100);
  });
});
