import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMirrored, pinBranchContent, refusalCode } from "../testing/open-mirror.ts";

describe("showDiff", () => {
  it("shows bytes that attributes or NUL bytes would hide", async () => {
    const lab = openMirrored();
    lab.write(".gitattributes", "*.ts -diff\n");
    lab.write("a.ts", "good()\n");
    const base = lab.commit();
    lab.write("a.ts", "evil()\n\0");
    lab.commit();

    const shown = await lab.mirror.showDiff(await pinBranchContent(lab, base));

    expect(Buffer.from(shown.patch).toString()).toContain("+evil()");
    expect(shown.unshown).toEqual([]);
  });

  it("lists what is above a cap and shows the rest", async () => {
    const lab = openMirrored();
    lab.write("gone", "x".repeat(200));
    const base = lab.commit();
    lab.write("big", "x".repeat(200));
    lab.write("small", "x\n");
    rmSync(join(lab.repo, "gone"));
    lab.commit();
    const content = await pinBranchContent(lab, base);

    const shown = await lab.mirror.showDiff(content, { fileBytes: 100 });
    const few = await lab.mirror.showDiff(content, { files: 1 });
    const short = await lab.mirror.showDiff(content, { diffBytes: 500 });

    expect(shown.files.map(({ path }) => path)).toEqual(["small"]);
    expect(shown.unshown.map(({ path, why }) => [path, why])).toEqual([
      ["big", "too_large"],
      ["gone", "too_large"],
    ]);
    expect(few.unshown.map(({ path }) => path)).toEqual(["gone", "small"]);
    expect(short.files.map(({ path }) => path)).toEqual(["big"]);
  });

  it("shows what changed between two rounds", async () => {
    const lab = openMirrored();
    lab.write("a", "one\n");
    lab.commit();
    const one = await lab.mirror.fetch(lab.repository, { branch: "main" });
    lab.write("a", "two\n");
    lab.git("commit", "--quiet", "--all", "--amend", "-m", "again");
    const two = await lab.mirror.fetch(lab.repository, { branch: "main" });

    const shown = await lab.mirror.interdiff("acme/shop", one.tree, two.tree);

    expect(Buffer.from(shown.patch).toString()).toContain("-one\n+two\n");
    expect((await lab.mirror.interdiff("acme/shop", one.tree, one.tree)).files).toEqual([]);
  });

  it("shows named files with as many unchanged lines as wanted", async () => {
    const lab = openMirrored();
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1}\n`);
    for (const name of ["a", "b", "c"]) lab.write(name, lines.join(""));
    const base = lab.commit();
    for (const name of ["a", "b", "c"]) lab.write(name, lines.with(150, "other\n").join(""));
    lab.commit();
    const content = await pinBranchContent(lab, base);
    const contextIn = async (context: number | undefined): Promise<number> => {
      const wanted = { paths: ["a", "c", "none"], ...(context !== undefined && { context }) };
      const { files, unshown } = await lab.mirror.showDiff(content, wanted);
      expect([files.map(({ path }) => path), unshown]).toEqual([["a", "c"], []]);
      const patch = Buffer.from(files[1]?.patch ?? "").toString();
      return patch.split("\n").filter((line) => line.startsWith(" ")).length / 2;
    };

    expect(await contextIn(undefined)).toBe(3);
    expect(await contextIn(0)).toBe(3);
    expect(await contextIn(10)).toBe(10);
    expect(await contextIn(11)).toBe(30);
    expect(await contextIn(1_000)).toBe(149.5);
  });

  it("shows one file with all of its lines, and says nothing of the others", async () => {
    const lab = openMirrored();
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at + 1}\n`);
    lab.write("a", lines.join(""));
    lab.write("b", "one\n");
    const base = lab.commit();
    lab.write("a", lines.with(24, "other\n").join(""));
    lab.write("b", "two\n");
    lab.commit();
    const content = await pinBranchContent(lab, base);

    const { files, unshown } = await lab.mirror.showDiff(content, { file: "a" });
    const [file] = files;
    const patch = Buffer.from(file?.patch ?? "").toString();

    expect(files.map(({ path }) => path)).toEqual(["a"]);
    expect(unshown).toEqual([]);
    expect(patch).toContain("@@ -1,50 +1,50 @@");
    expect(patch.split("\n").filter((line) => line.startsWith(" line"))).toHaveLength(49);
    expect((await lab.mirror.showDiff(content, { file: "no such" })).files).toEqual([]);
    const large = await lab.mirror.showDiff(content, { file: "a", fileBytes: 100 });
    expect(large.unshown.map(({ path }) => path)).toEqual(["a"]);
  });

  it("refuses a few trees that unfold into ten thousand million files", async () => {
    const lab = openMirrored();
    const base = lab.commit();
    let id = lab.feed("x", "hash-object", "-w", "--stdin");
    for (let level = 0; level < 10; level += 1) {
      const kind = level === 0 ? "100644 blob" : "040000 tree";
      const entries = Array.from({ length: 10 }, (_, at) => `${kind} ${id}\t${at}\n`);
      id = lab.feed(entries.join(""), "mktree");
    }
    const bomb = lab.git("commit-tree", "-p", base, "-m", "Bomb", id);
    lab.git("update-ref", "refs/heads/bomb", bomb);
    const content = await pinBranchContent(lab, base, "bomb");

    expect(await refusalCode(lab.mirror.showDiff(content))).toBe("upstream_failed");
    expect(await refusalCode(lab.mirror.readChange(content, []))).toBe("upstream_failed");
  });
});
