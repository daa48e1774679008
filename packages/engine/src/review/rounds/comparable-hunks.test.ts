import { describe, expect, it } from "vitest";
import { comparableHunks } from "./comparable-hunks.ts";

const file = (path: string, patch: string) => ({ path, patch: Buffer.from(patch) });
const hunksOf = (patch: string, path = "a.txt") =>
  comparableHunks({ files: [file(path, patch)], unshown: [] });

const HEAD =
  "diff --git a/a.txt b/a.txt\nindex 1111111..2222222 100644\n--- a/a.txt\n+++ b/a.txt\n";

describe("comparableHunks", () => {
  it("leaves out where a hunk is and what the file was before", () => {
    const one = hunksOf(`${HEAD}@@ -1,2 +1,3 @@ first\n one\n+two\n three\n`);
    const other = hunksOf(
      `${HEAD.replace("1111111", "3333333")}@@ -90,2 +95,3 @@ second\n one\n+two\n three\n`,
    );
    expect(one).toEqual(other);
    expect([...one]).toEqual(["a.txt\n one\n+two\n three\n"]);
  });

  it("tells hunks of one file apart, and the same hunk in another file", () => {
    const two = `${HEAD}@@ -1 +1,2 @@\n one\n+two\n@@ -9 +10,2 @@\n nine\n+ten\n`;
    expect([...hunksOf(two)]).toEqual(["a.txt\n one\n+two\n", "a.txt\n nine\n+ten\n"]);
    expect(hunksOf(two, "b.txt")).not.toEqual(hunksOf(two));
  });

  it("takes a change of a mode, a binary file and an unshown file as a whole", () => {
    const mode = "diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n";
    expect([...hunksOf(mode)]).toEqual([`a.txt\n${mode}`]);
    const binary = `${HEAD}GIT binary patch\nliteral 1\n@@ not a hunk\n`;
    expect([...hunksOf(binary)]).toEqual([`a.txt\n${binary}`]);
    const unshown = { oldMode: "", newMode: "", oldId: "1", newId: "2", why: "too_large" } as const;
    const large = comparableHunks({ files: [], unshown: [{ path: "big", ...unshown }] });
    expect([...large]).toEqual(["big\n2"]);
  });
});
