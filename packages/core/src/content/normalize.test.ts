import { describe, expect, it } from "vitest";
import { digestOf } from "../kernel/digest.ts";
import { normalize, type RawChange } from "./normalize.ts";
import type { RawEntry } from "./raw-diff.ts";
import { Facts } from "./schema.ts";

function entry(path: string, fields: Partial<RawEntry> = {}): RawEntry {
  return {
    status: "modified",
    path,
    oldMode: "100644",
    newMode: "100644",
    oldId: "1".repeat(40),
    newId: "2".repeat(40),
    added: 1,
    deleted: 0,
    ...fields,
  };
}

function change(entries: RawEntry[], fields: Partial<RawChange> = {}): RawChange {
  return {
    content: {
      repo: "acme/shop",
      target: "main",
      base: "a".repeat(40),
      head: "b".repeat(40),
      tree: "c".repeat(40),
    },
    entries,
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
    ...fields,
  };
}

const ADDED: Partial<RawEntry> = { status: "added", oldMode: "000000" };
const DELETED: Partial<RawEntry> = { status: "deleted", newMode: "000000" };

describe("normalize", () => {
  it("makes facts that fit their schema and carry the digest of everything else [R-064] [R-243]", () => {
    const commits = [
      {
        id: "b".repeat(40),
        authorName: "Ada",
        authorEmail: "ada@acme.test",
        subject: "Add sums",
      },
    ];
    const facts = normalize(change([entry("a.ts", { added: 3, deleted: 2 })], { commits }));

    const { digest, ...rest } = facts;
    expect(Facts.parse(facts)).toEqual(facts);
    expect(digest).toBe(digestOf(rest));
    expect(rest).toEqual({
      content: change([]).content,
      files: [
        {
          path: "a.ts",
          status: "modified",
          kind: "file",
          modeChanged: false,
          binary: false,
          generated: false,
          added: 3,
          deleted: 2,
        },
      ],
      linesAdded: 3,
      linesDeleted: 2,
      commits,
      unshown: [],
      weakenedTests: [],
      changedKeys: [],
    });
  });

  it("orders files by code units, so that the order of the input does not matter", () => {
    const names = ["b", "B", "a/b", "a", "ä", "a-b", "😀", "Z"];
    const forwards = normalize(change(names.map((name) => entry(name))));
    const backwards = normalize(change(names.toReversed().map((name) => entry(name))));

    expect(forwards.files.map((file) => file.path)).toEqual([
      "B",
      "Z",
      "a",
      "a-b",
      "a/b",
      "b",
      "ä",
      "😀",
    ]);
    expect(backwards).toEqual(forwards);
  });

  it("sums the lines of all files; binary files have none [R-064]", () => {
    const facts = normalize(
      change([
        entry("a", { added: 2, deleted: 5 }),
        entry("b", { added: 40, deleted: 1 }),
        entry("c.png", { added: null, deleted: null }),
      ]),
    );

    expect(facts).toMatchObject({ linesAdded: 42, linesDeleted: 6 });
    expect(facts.files[2]).toMatchObject({
      binary: true,
      added: 0,
      deleted: 0,
    });
  });

  it("keeps both names of a moved file", () => {
    const facts = normalize(change([entry("b", { status: "renamed", oldPath: "a" })]));

    expect(facts.files[0]).toMatchObject({
      path: "b",
      oldPath: "a",
      status: "renamed",
    });
  });

  it.each([
    ["a plain file", {}, "file", false, []],
    ["an added executable", { ...ADDED, newMode: "100755" }, "executable", false, []],
    ["a deleted executable", { ...DELETED, oldMode: "100755" }, "executable", false, []],
    ["a file made executable", { newMode: "100755" }, "executable", true, ["mode"]],
    ["a file made plain", { oldMode: "100755" }, "file", true, ["mode"]],
    ["an added symlink", { ...ADDED, newMode: "120000" }, "symlink", false, ["symlink"]],
    ["a deleted symlink", { ...DELETED, oldMode: "120000" }, "symlink", false, ["symlink"]],
    [
      "a file that became a symlink",
      { status: "type_changed", newMode: "120000" },
      "symlink",
      true,
      ["symlink", "mode"],
    ],
    [
      "a symlink that became a file",
      { status: "type_changed", oldMode: "120000" },
      "file",
      true,
      ["symlink", "mode"],
    ],
    ["an added submodule", { ...ADDED, newMode: "160000" }, "submodule", false, ["submodule"]],
    ["a binary file", { added: null, deleted: null }, "file", false, ["binary"]],
  ] as const)("lists what cannot be shown of %s", (_, fields, kind, modeChanged, why) => {
    const facts = normalize(change([entry("x", fields)]));

    expect(facts.files[0]).toMatchObject({ kind, modeChanged });
    expect(facts.unshown).toEqual(why.map((reason) => ({ path: "x", why: reason })));
  });

  it("lists what the caller found too large, also if no entry has that path", () => {
    const facts = normalize(change([entry("b"), entry("c")], { tooLarge: ["c", "a", "c"] }));

    expect(facts.unshown).toEqual([
      { path: "a", why: "too_large" },
      { path: "c", why: "too_large" },
    ]);
  });

  it("keeps every file of a change above 2,000 files and lists those it cannot show", () => {
    const paths = Array.from({ length: 2_002 }, (_, at) => `f${String(at).padStart(5, "0")}`);
    const facts = normalize(change(paths.toReversed().map((path) => entry(path))));

    expect(facts.files).toHaveLength(2_002);
    expect(facts.linesAdded).toBe(2_002);
    expect(facts.unshown).toEqual([
      { path: "f02000", why: "too_large" },
      { path: "f02001", why: "too_large" },
    ]);
    expect(normalize(change(paths.slice(0, 2_000).map((path) => entry(path)))).unshown).toEqual([]);
  });

  it("marks as generated what the trusted attributes and the well-known names say", () => {
    const names = ["api.ts", "dist/a.js", "src/a.ts", "yarn.lock"];
    const facts = normalize(
      change(
        names.map((name) => entry(name)),
        { generatedPaths: ["api.ts", "unchanged.ts"] },
      ),
    );

    expect(facts.files.map((file) => file.generated)).toEqual([true, true, false, true]);
  });

  it("finds weakened tests in the order of their paths", () => {
    const skip = "@@ -1 +1,2 @@\n a\n+it.skip(1)\n";
    const facts = normalize(
      change([entry("b.test.ts"), entry("a.test.ts", DELETED)], {
        patches: [{ path: "b.test.ts", patch: skip }],
      }),
    );

    expect(facts.weakenedTests).toEqual([
      { path: "a.test.ts", what: "test_deleted" },
      { path: "b.test.ts", what: "test_skipped" },
    ]);
  });

  it("sorts the changed keys and names each once", () => {
    const keyChanges = ["b.json#x", "a.json#y", "b.json#x"];

    expect(normalize(change([], { keyChanges })).changedKeys).toEqual(["a.json#y", "b.json#x"]);
  });

  it.each([
    ["a path", change([entry("b")])],
    ["a count", change([entry("a", { added: 2 })])],
    ["a mode", change([entry("a", { newMode: "100755" })])],
    [
      "the tree",
      {
        ...change([entry("a")]),
        content: { ...change([]).content, tree: "d".repeat(40) },
      },
    ],
    ["a key", change([entry("a")], { keyChanges: ["a#b"] })],
    ["a path too large", change([entry("a")], { tooLarge: ["a"] })],
  ])("gives another digest when %s differs", (_, other) => {
    expect(normalize(other).digest).not.toBe(normalize(change([entry("a")])).digest);
  });

  it("freezes the facts all the way down and leaves its input as it was [R-013]", () => {
    const input = change([entry("b"), entry("a")], {
      keyChanges: ["z#z", "a#a"],
    });
    const before = JSON.parse(JSON.stringify(input));

    const facts = normalize(input);

    expect(input).toEqual(before);
    expect(Object.isFrozen(input.content)).toBe(false);
    for (const part of [facts, facts.content, facts.files, facts.files[0], facts.changedKeys]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});
