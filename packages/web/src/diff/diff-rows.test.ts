import type { Finding } from "@countersign/api";
import { type ChangedFile, parseChange } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { nextStop } from "./cursor.ts";
import { createRowLister, type RowOptions } from "./diff-rows.ts";
import { changedTexts } from "./row-lines.ts";

const PATCH = [
  "diff --git a/src/a.ts b/src/a.ts",
  "--- a/src/a.ts",
  "+++ b/src/a.ts",
  "@@ -1,3 +1,4 @@ function a()",
  " one",
  "-two = 1",
  "+two = 2",
  "+three",
  " four",
  "",
].join("\n");

function finding(id: string, more: Partial<Finding>): Finding {
  return {
    id,
    fingerprint: "0".repeat(64),
    severity: "warning",
    category: "bug",
    message: `Problem ${id}`,
    raisedBy: ["reviewer"],
    rounds: [1],
    disposition: { is: "open" },
    ...more,
  } as Finding;
}

function optionsOf(more: Partial<RowOptions> = {}): RowOptions {
  const change = parseChange({
    task: "cs-1",
    round: 1,
    from: "",
    to: "",
    upstream: "none",
    files: [
      { path: "src/a.ts", patch: PATCH, base64: null },
      { path: "package-lock.json", patch: PATCH, base64: null },
    ],
    unshown: [{ path: "logo.png", oldMode: "", newMode: "", oldId: "", newId: "", why: "binary" }],
    covered: 0,
  });
  return {
    change,
    files: change.files,
    findings: [],
    comments: [],
    opened: new Map(),
    readBefore: new Set(),
    around: new Map(),
    whole: new Map(),
    isSplit: false,
    isBlankHidden: false,
    columns: 80,
    sideColumns: 40,
    ...more,
  };
}

const kinds = (options: RowOptions): string[] =>
  createRowLister()(options).rows.map(({ is }) => is);

describe("the rows of a change", () => {
  it("list every line, a closed generated file, and what cannot be shown", () => {
    expect(kinds(optionsOf())).toEqual([
      "file",
      "hunk",
      ...Array(5).fill("line"),
      "file",
      "closed",
      "unshown",
    ]);
  });

  it("pair the versions of a line beside each other", () => {
    const { rows } = createRowLister()(optionsOf({ isSplit: true }));
    expect(rows.filter(({ is }) => is === "pair").map(changedTexts)).toEqual([
      [],
      ["-two = 1", "+two = 2"],
      ["+three"],
      [],
    ]);
  });

  it("drop no finding and no comment, wherever they are", () => {
    const findings = [
      finding("F-1", { file: "src/a.ts", line: 3 }),
      finding("F-2", { file: "src/a.ts", line: 900 }),
      finding("F-3", { file: "src/a.ts" }),
      finding("F-4", { file: "gone.ts", line: 1 }),
      finding("F-5", {}),
      finding("F-6", { file: "package-lock.json", line: 2 }),
    ];
    const comment = { path: "src/b.ts", line: 1, quote: "x", text: "why?" };
    for (const isSplit of [false, true]) {
      const { rows } = createRowLister()(optionsOf({ findings, comments: [comment], isSplit }));
      const notes = rows.flatMap((row) => (row.is === "note" ? [row.note] : []));
      const shown = notes.map((note) => (note.is === "finding" ? note.finding.id : "comment"));
      expect(shown.toSorted()).toEqual(["F-1", "F-2", "F-3", "F-4", "F-5", "F-6", "comment"]);
      expect(rows[0]?.is, "unplaced notes come first").toBe("unplaced");
    }
  });

  it("reuse the rows of files for which nothing changed", () => {
    const list = createRowLister();
    const options = optionsOf();
    const before = list(options).rows;
    const comments = [{ path: "package-lock.json", line: 3, quote: "three", text: "why?" }];
    const after = list({ ...options, comments }).rows;
    expect(after.slice(0, 7).every((row, at) => row === before[at])).toBe(true);
  });

  it("stop at unread lines, and at notes even if all lines are read", () => {
    const options = optionsOf({ findings: [finding("F-1", { file: "src/a.ts", line: 4 })] });
    const diff = createRowLister()(options);
    const [file] = options.files as readonly [ChangedFile];
    const stops = (read: ReadonlyMap<string, ReadonlySet<string>>): number[] => {
      const found: number[] = [];
      for (let at: number | null = 0; at !== null; ) {
        at = nextStop(diff, at, 1, { task: "cs-1", read, wanted: "" });
        if (at !== null) found.push(at);
      }
      return found;
    };
    expect(stops(new Map())).toEqual([3, 7]);
    const all = new Set(file.lines.filter((line) => /^[+-]/u.test(line)));
    expect(stops(new Map([["cs-1 src/a.ts", all]]))).toEqual([7]);
  });
});
