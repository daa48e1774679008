import { describe, expect, it } from "vitest";
import { parseChange } from "../patch/change.ts";
import {
  applyMarkChange,
  joinMarkChanges,
  markChanges,
  mergeMarks,
  noteMarks,
  splitMarkChange,
  toReadMarks,
} from "./mark-changes.ts";
import { updateReadLines } from "./read-marks.ts";

const marksOf = (path: string, ...lines: string[]) =>
  toReadMarks({ task: "cs-1", files: [{ path, lines }] });
const linesOf = (marks: ReadonlyMap<string, ReadonlySet<string>>): (readonly string[])[] =>
  [...marks].map(([key, lines]) => [key, ...lines]);
/** A line is its own digest here. */
const same = (line: string): string => line;

describe("marks of two surfaces", () => {
  it("are merged: each keeps what the other has marked and unmarked", () => {
    const stored = marksOf("a.ts", "one", "two");
    const mine = marksOf("a.ts", "two", "three");
    const theirs = marksOf("a.ts", "one", "four");
    const merged = mergeMarks("cs-1", { stored, mine, theirs });
    expect(linesOf(merged)).toEqual([["cs-1 a.ts", "four", "three"]]);
  });

  it("are the same object where nothing has changed", () => {
    const mine = marksOf("a.ts", "one");
    const merged = mergeMarks("cs-1", { stored: mine, mine, theirs: marksOf("a.ts", "one") });
    expect(merged.get("cs-1 a.ts")).toBe(mine.get("cs-1 a.ts"));
  });

  it("change the lines of all loaded changes, and no line of another task", () => {
    const lines = ["@@ -1 +1,3 @@", "+one", "+two", " two"];
    const files = [
      { path: "a.ts", patch: `new file mode 100644\n${lines.join("\n")}\n`, base64: null },
    ];
    const diff = { task: "cs-1", round: 1, from: "", to: "", upstream: "none" as const, files };
    const change = parseChange({ ...diff, unshown: [], covered: 0 });
    const read = new Map([
      ["cs-1 a.ts", new Set(["+one", "+old"])],
      ["cs-2 a.ts", new Set(["+one"])],
    ]);
    const before = marksOf("a.ts", "+one", "+old");
    const after = marksOf("a.ts", "+two", "+old");
    const next = updateReadLines(read, { before, after }, [change], same);
    expect(linesOf(next)).toEqual([
      ["cs-1 a.ts", "+old", "+two"],
      ["cs-2 a.ts", "+one"],
    ]);
  });
});

describe("a change of marks", () => {
  it("contains what was read and unread since, also a file without changed lines", () => {
    const before = new Map([["cs-1 a.ts", new Set(["+one", "+two"])]]);
    const after = new Map([
      ["cs-1 a.ts", new Set(["+two", "+three"])],
      ["cs-1 image.png", new Set<string>()],
      ["cs-2 b.ts", new Set(["+x"])],
    ]);
    const stored = marksOf("a.ts", "+one", "+two", "+older");
    const mine = noteMarks(stored, "cs-1", { before, after }, same);
    const change = markChanges("cs-1", stored, mine);
    expect(change).toEqual({
      read: [
        { path: "a.ts", lines: ["+three"] },
        { path: "image.png", lines: [] },
      ],
      unread: [{ path: "a.ts", lines: ["+one"] }],
    });
    expect(linesOf(applyMarkChange(stored, "cs-1", change))).toEqual(linesOf(mine));
  });

  it("is joined with later ones, of which the last counts", () => {
    const first = { read: [{ path: "a.ts", lines: ["1", "2"] }], unread: [] };
    const second = {
      read: [{ path: "b.png", lines: [] }],
      unread: [{ path: "a.ts", lines: ["2"] }],
    };
    expect(joinMarkChanges([first, second])).toEqual({
      read: [
        { path: "a.ts", lines: ["1"] },
        { path: "b.png", lines: [] },
      ],
      unread: [{ path: "a.ts", lines: ["2"] }],
    });
  });

  it("is split into requests that the engine accepts, without losing a line", () => {
    const lines = Array.from({ length: 45_000 }, (_, at) => `${at}`);
    const small = Array.from({ length: 250 }, (_, at) => ({ path: `${at}.ts`, lines: ["x"] }));
    const requests = splitMarkChange({
      read: [{ path: "huge.ts", lines }, ...small],
      unread: [{ path: "a.ts", lines: ["1"] }],
    });
    expect(requests[0]).toEqual({ read: [], unread: [{ path: "a.ts", lines: ["1"] }] });
    const parts = requests.flatMap(({ read }) => read);
    expect(parts.flatMap((part) => part.lines)).toHaveLength(45_250);
    expect(new Set(parts.map(({ path }) => path)).size).toBe(251);
    for (const { read } of requests) {
      expect(read.length).toBeLessThanOrEqual(100);
      expect(read.reduce((sum, part) => sum + part.lines.length, 0)).toBeLessThanOrEqual(20_000);
    }
  });
});
