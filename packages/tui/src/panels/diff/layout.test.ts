import { createKeymap, parseChange, readHunks } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { rowText } from "../../terminal/row.ts";
import { SAMPLES } from "../../tour/sample-tasks.ts";
import { sampleView } from "../../tour/sample-view.ts";
import { createLayout, itemLine } from "./layout.ts";

const [auth] = SAMPLES;
if (auth === undefined) throw new Error("There is no sample");
const view = sampleView(auth, "me", 1);
const files = auth.files.map(({ path, patch }) => ({ path, patch, base64: null }));
const change = parseChange({
  task: auth.id,
  round: 2,
  from: "",
  to: "",
  upstream: "none",
  files,
  unshown: [],
  covered: 0,
});
const input = {
  change,
  findings: view.findings,
  comments: [],
  accepted: [],
  opened: new Set<string>(),
  around: new Map(),
  whole: new Map(),
  order: "findings" as const,
  split: false,
  blank: false,
  width: 80,
  wrap: true,
  intro: [],
  keymap: createKeymap(),
};

describe("readChange", () => {
  it("counts what each file gains and loses", () => {
    expect(
      change.files.map(({ path, what, added, removed }) => [path, what, added, removed]),
    ).toEqual([
      ["src/auth/login.ts", "new", 145, 0],
      ["src/auth/logout.ts", "new", 32, 0],
      ["src/routes/index.ts", "changed", 12, 0],
      ["tests/auth.test.ts", "new", 89, 0],
    ]);
  });
});

describe("readHunks", () => {
  it("numbers every line in both versions", () => {
    const [hunk] = readHunks(["@@ -3,3 +3,3 @@ f", " a", "-b", "+c", " d"]);
    expect(hunk?.head).toBe("f");
    expect(hunk?.lines.map(({ sign, old, new: now }) => [sign, old, now])).toEqual([
      [" ", 3, 3],
      ["-", 4, null],
      ["+", null, 4],
      [" ", 5, 5],
    ]);
  });

  it("takes lines that differ in white space alone as unchanged, when asked to", () => {
    const [hunk] = readHunks(["@@ -1 +1 @@", "-a  b", "+a b", "-x", "+y"], true);
    expect(hunk?.lines.map(({ sign }) => sign)).toEqual([" ", "-", "+"]);
  });
});

describe("layOut", () => {
  it("puts a finding right below its line", () => {
    const { items, stopAt } = createLayout(input);
    const note = stopAt[0] ?? 0;
    expect(items[note]?.is).toBe("note");
    const above = items[note - 1];
    expect(above === undefined ? null : itemLine(above)?.new).toBe(7);
  });

  it("never drops a finding whose line is not in the change", () => {
    const [finding] = view.findings;
    if (finding === undefined) throw new Error("There is no finding");
    const lost = { ...finding, line: 9_999 };
    expect(createLayout({ ...input, findings: [lost] }).stopAt).toHaveLength(1);
    const whole = { ...finding, line: undefined };
    expect(createLayout({ ...input, findings: [whole] }).stopAt).toHaveLength(1);
  });

  it("never drops a comment: a moved line is found, a lost one is shown with what it was about", () => {
    const lines = ["@@ -1,3 +1,4 @@", " a", "+new", "+moved line", " b"];
    const file = { path: "a.ts", what: "changed" as const, added: 2, removed: 0, lines };
    const other = { ...change, files: [file] };
    const comment = { path: "a.ts", line: 9, quote: "moved line", text: "hello" };
    const shownWith = (comments: readonly (typeof comment)[]): string[] => {
      const { items } = createLayout({ ...input, findings: [], change: other, comments });
      return items.map((item) =>
        item.is === "note" || item.is === "text" ? rowText(item.row).trim() : item.is,
      );
    };
    const placed = shownWith([comment]);
    expect(placed.slice(0, 5)).toEqual([
      "file",
      "line",
      "line",
      "line",
      expect.stringContaining("you, draft, not sent ─"),
    ]);
    const lost = shownWith([{ ...comment, quote: "gone" }]).join("\n");
    expect(lost).toContain("unplaced, was a.ts:9");
    expect(lost).toContain("> gone");
    const elsewhere = shownWith([{ ...comment, path: "b.ts" }]);
    expect(elsewhere[5]).toBe("Unplaced (1): not in the files that are shown");
  });

  it("shows findings about no file, and about files that the change does not touch", () => {
    const [finding] = view.findings;
    if (finding === undefined) throw new Error("There is no finding");
    const others = [
      { ...finding, id: "F-8", file: undefined, line: undefined },
      { ...finding, id: "F-9", file: "other.ts" },
    ];
    expect(createLayout({ ...input, findings: others }).stopAt).toHaveLength(2);
  });

  it("stops at each of two findings on one line", () => {
    const [finding] = view.findings;
    if (finding === undefined) throw new Error("There is no finding");
    const two = [finding, { ...finding, id: "F-2" }];
    expect(createLayout({ ...input, findings: two }).stopAt).toHaveLength(2);
  });

  it("closes large and generated files until they are opened", () => {
    const lines = ["@@ -0,0 +1,9000 @@", ...Array.from({ length: 9_000 }, (_, at) => `+${at}`)];
    const large = { path: "big.ts", what: "new" as const, added: 9_000, removed: 0, lines };
    const lock = {
      path: "package-lock.json",
      what: "changed" as const,
      added: 2,
      removed: 0,
      lines: ["@@ -1 +1 @@", "+a"],
    };
    const closed = createLayout({
      ...input,
      findings: [],
      change: { ...change, files: [large, lock] },
    });
    expect(closed.items.map(({ is }) => is)).toEqual(["file", "closed", "file", "closed"]);
    const opened = createLayout({
      ...input,
      change: { ...change, files: [large, lock] },
      opened: new Set(["big.ts"]),
    });
    expect(opened.items.length).toBeGreaterThan(9_000);
  });

  it("pairs removed with added lines side by side", () => {
    const lines = ["@@ -1,2 +1,3 @@", " a", "-b", "+c", "+d"];
    const file = { path: "a.ts", what: "changed" as const, added: 2, removed: 1, lines };
    const other = { ...change, files: [file] };
    const { items } = createLayout({ ...input, split: true, findings: [], change: other });
    const pairs = items.flatMap((item) =>
      item.is === "pair" ? [[item.left?.text ?? null, item.right?.text ?? null]] : [],
    );
    expect(pairs).toEqual([
      ["a", "a"],
      ["b", "c"],
      [null, "d"],
    ]);
  });
});
