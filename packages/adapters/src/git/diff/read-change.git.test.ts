import { normalize } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { openMirrored, pinBranchContent, refusalCode } from "../testing/open-mirror.ts";

describe("readChange", () => {
  it("gives normalize() all it needs", async () => {
    const lab = openMirrored();
    lab.write(".gitattributes", "api.ts linguist-generated\n");
    lab.write("package.json", '{"name":"shop","scripts":{"test":"vitest"}}');
    lab.write("old.ts", "one\ntwo\nthree\nfour\n");
    lab.write("api.ts", "1\n");
    lab.write("sum.test.ts", "expect(1).toBe(1);\nexpect(2).toBe(2);\n");
    const base = lab.commit("Base");
    lab.write("package.json", '{"name":"store","scripts":{"test":"true"}}');
    lab.git("mv", "old.ts", "new.ts");
    lab.write("api.ts", "2\n");
    lab.write("sum.test.ts", "expect(1).toBe(1);\n");
    lab.write("blob.bin", new Uint8Array([0, 1, 2]));
    lab.write("run.sh", "#!/bin/sh\n", 0o755);
    const head = lab.commit("Rename and cheat");

    const content = await pinBranchContent(lab, base);
    const change = await lab.mirror.readChange(content, [
      "package.json#scripts",
      "package.json#version",
    ]);
    const facts = normalize(change);

    expect(facts.commits).toEqual([
      {
        id: head,
        authorName: "Ada",
        authorEmail: "ada@acme.test",
        committerEmail: "ada@acme.test",
        subject: "Rename and cheat",
      },
    ]);
    expect(facts.files.map(({ path, status, kind }) => [path, status, kind])).toEqual([
      ["api.ts", "modified", "file"],
      ["blob.bin", "added", "file"],
      ["new.ts", "renamed", "file"],
      ["package.json", "modified", "file"],
      ["run.sh", "added", "executable"],
      ["sum.test.ts", "modified", "file"],
    ]);
    expect(facts.files.find(({ path }) => path === "api.ts")?.generated).toBe(true);
    expect(facts.changedKeys).toEqual(["package.json#scripts"]);
    expect(facts.weakenedTests).toEqual([{ path: "sum.test.ts", what: "assertion_removed" }]);
    expect(facts.unshown).toEqual([{ path: "blob.bin", why: "binary" }]);
  });

  it("does not ask the change itself what is generated", async () => {
    const lab = openMirrored();
    const base = lab.commit();
    lab.write(".gitattributes", "* linguist-generated\n");
    lab.write("evil.ts", "evil()\n");
    lab.commit();

    const change = await lab.mirror.readChange(await pinBranchContent(lab, base), []);

    expect(change.generatedPaths).toEqual([]);
  });

  it("counts every protected key of a file that cannot be read as changed", async () => {
    const lab = openMirrored();
    lab.write("package.json", '{"scripts":{"a":"1"}}');
    const base = lab.commit();
    lab.write("package.json", '{"scripts":{"a":"1"},"scripts":{"a":"1"}}');
    lab.commit();

    const change = await lab.mirror.readChange(await pinBranchContent(lab, base), [
      "package.json#scripts",
    ]);

    expect(change.keyChanges).toEqual(["package.json#scripts"]);
  });

  it("lists a large file and still reads the patches of the others", async () => {
    const lab = openMirrored();
    lab.write("a.test.ts", "expect(1)\n");
    lab.write("big.txt", "x");
    const base = lab.commit();
    lab.write("a.test.ts", "");
    lab.write("big.txt", Buffer.alloc(3 * 1024 * 1024, "line\n"));
    lab.commit();

    const change = await lab.mirror.readChange(await pinBranchContent(lab, base), []);

    expect(change.tooLarge).toEqual(["big.txt"]);
    expect(change.patches.map(({ path }) => path)).toEqual(["a.test.ts"]);
  });

  it("refuses content whose tree is not its head's", async () => {
    const lab = openMirrored();
    lab.write("a", "a");
    const base = lab.commit();
    lab.write("a", "b");
    lab.commit();
    const content = await pinBranchContent(lab, base);
    const tree = lab.git("rev-parse", `${base}^{tree}`);

    expect(await refusalCode(lab.mirror.readChange({ ...content, tree }, []))).toBe(
      "stale_content",
    );
  });
});
