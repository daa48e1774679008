import { describe, expect, it } from "vitest";
import { CountersignError } from "../kernel/errors.ts";
import { parseRawDiff } from "./raw-diff.ts";

const OLD = "1".repeat(40);
const NEW = "2".repeat(40);
const NONE = "0".repeat(40);

function output(...fields: string[]): string {
  return fields.map((field) => `${field}\0`).join("");
}

function record(letters: string, modes = "100644 100644", ids = `${OLD} ${NEW}`): string {
  return `:${modes} ${ids} ${letters}`;
}

describe("parseRawDiff", () => {
  it("reads nothing from an empty diff", () => {
    expect(parseRawDiff("")).toEqual([]);
  });

  it("reads every status with its modes, ids and counts [R-064]", () => {
    const raw = output(
      record("A", "000000 100755", `${NONE} ${NEW}`),
      "new.sh",
      record("M"),
      "src/a.ts",
      record("D", "100644 000000", `${OLD} ${NONE}`),
      "gone.ts",
      record("R098"),
      "from.ts",
      "to.ts",
      record("C100", "120000 120000", `${OLD} ${OLD}`),
      "link",
      "link2",
      record("T", "100644 160000"),
      "sub",
      "3\t0\tnew.sh",
      "-\t-\tsrc/a.ts",
      "0\t12\tgone.ts",
      "1\t2\t",
      "from.ts",
      "to.ts",
      "0\t0\t",
      "link",
      "link2",
      "1\t1\tsub",
    );

    expect(parseRawDiff(raw)).toEqual([
      {
        status: "added",
        path: "new.sh",
        oldMode: "000000",
        newMode: "100755",
        oldId: NONE,
        newId: NEW,
        added: 3,
        deleted: 0,
      },
      {
        status: "modified",
        path: "src/a.ts",
        oldMode: "100644",
        newMode: "100644",
        oldId: OLD,
        newId: NEW,
        added: null,
        deleted: null,
      },
      {
        status: "deleted",
        path: "gone.ts",
        oldMode: "100644",
        newMode: "000000",
        oldId: OLD,
        newId: NONE,
        added: 0,
        deleted: 12,
      },
      {
        status: "renamed",
        path: "to.ts",
        oldPath: "from.ts",
        oldMode: "100644",
        newMode: "100644",
        oldId: OLD,
        newId: NEW,
        added: 1,
        deleted: 2,
      },
      {
        status: "copied",
        path: "link2",
        oldPath: "link",
        oldMode: "120000",
        newMode: "120000",
        oldId: OLD,
        newId: OLD,
        added: 0,
        deleted: 0,
      },
      {
        status: "type_changed",
        path: "sub",
        oldMode: "100644",
        newMode: "160000",
        oldId: OLD,
        newId: NEW,
        added: 1,
        deleted: 1,
      },
    ]);
  });

  it("keeps tabs, line breaks, colons and other scripts in paths", () => {
    const path = ":we\tird\nnamé 😀";

    expect(parseRawDiff(output(record("M"), path, `1\t0\t${path}`))).toMatchObject([
      { path, added: 1, deleted: 0 },
    ]);
  });

  it("reads object ids of SHA-256 repositories", () => {
    const ids = `${"a".repeat(64)} ${"b".repeat(64)}`;
    const raw = output(record("M", "100644 100644", ids), "a", "1\t1\ta");

    expect(parseRawDiff(raw)).toMatchObject([{ oldId: "a".repeat(64), newId: "b".repeat(64) }]);
  });

  it.each([
    ["text that is not a diff", "hello", "its end is missing"],
    ["a cut last field", output(record("M"), "a", "1\t0\ta").slice(0, -1), "its end is missing"],
    ["a record without counts", output(record("M"), "a"), "its end is missing"],
    ["a record without a path", output(record("M")), "its end is missing"],
    ["a rename with one path", output(record("R100"), "a"), "its end is missing"],
    ["counts without a record", output("1\t0\ta"), "it has more counts than records"],
    [
      "counts twice",
      output(record("M"), "a", "1\t0\ta", "1\t0\ta"),
      "it has more counts than records",
    ],
    ["counts of another path", output(record("M"), "a", "1\t0\tb"), "counts and records differ"],
    [
      "counts of a rename in plain form",
      output(record("R100"), "a", "b", "1\t0\ta => b", "a", "b"),
      "counts and records differ",
    ],
    ["a negative count", output(record("M"), "a", "-1\t0\ta"), "a line count is not git's"],
    ["half a binary count", output(record("M"), "a", "-\t0\ta"), "a line count is not git's"],
    ["an unknown status", output(record("U"), "a", "0\t0\ta"), "a record is not git's"],
    ["a rename without a score", output(record("R"), "a", "b"), "a record is not git's"],
    ["an unknown mode", output(record("M", "100644 100600"), "a"), "a record is not git's"],
    [
      "a short id",
      output(record("M", "100644 100644", `${OLD} abc`), "a"),
      "a record is not git's",
    ],
    [
      "an added file with an old side",
      output(record("A"), "a", "1\t0\ta"),
      "a record contradicts its modes",
    ],
    [
      "a deleted file with a new side",
      output(record("D"), "a", "0\t1\ta"),
      "a record contradicts its modes",
    ],
    [
      "a modified file without an old side",
      output(record("M", "000000 100644"), "a", "1\t0\ta"),
      "a record contradicts its modes",
    ],
    ["an empty path", output(record("M"), "", "1\t0\t"), "a path leaves the tree"],
    ["an absolute path", output(record("M"), "/etc/x"), "a path leaves the tree"],
    ["a path upwards", output(record("M"), "a/../../x"), "a path leaves the tree"],
    ["a path into .git", output(record("M"), "a/.GIT/hooks/x"), "a path leaves the tree"],
    ["a very long path", output(record("M"), "a".repeat(4_097)), "a path is too long"],
    ["a lone surrogate", output(record("M"), "\ud800", "1\t0\t\ud800"), "a path is not text"],
    [
      "a path twice",
      output(record("M"), "a", record("M"), "a", "1\t0\ta", "1\t0\ta"),
      "a path occurs twice",
    ],
  ])("refuses %s [R-017] [R-157]", (_, raw, why) => {
    let thrown: unknown;
    try {
      parseRawDiff(raw);
    } catch (error) {
      thrown = error;
    }

    expect(thrown).toBeInstanceOf(CountersignError);
    expect(thrown).toMatchObject({
      code: "invalid_input",
      message: `The diff cannot be read: ${why}`,
    });
  });
});
