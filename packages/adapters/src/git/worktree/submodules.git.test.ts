import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMirrored } from "../testing/open-mirror.ts";
import { readWork } from "./read-work.ts";

const ALLOW = ["-c", "protocol.file.allow=always"];

/** A repository whose submodule `part` is checked out at its first commit of two. */
function openLab() {
  const lab = openMirrored();
  const part = join(lab.folder, "part");
  lab.git("init", "--quiet", "--initial-branch=main", part);
  const commit = (name: string) => {
    lab.git("-C", part, "commit", "--quiet", "--allow-empty", "-m", name);
    return lab.git("-C", part, "rev-parse", "HEAD");
  };
  const first = commit("first");
  lab.write("a", "1\n");
  lab.git(...ALLOW, "submodule", "add", "--quiet", part, "part");
  lab.commit();
  const second = commit("second");
  lab.git("-C", "part", ...ALLOW, "pull", "--quiet");
  const scratch = join(lab.folder, "scratch");
  mkdirSync(scratch);
  const looks = async () => [
    (await lab.mirror.snapshot(lab.repository, lab.repo)).tree,
    await readWork({ directory: scratch, worktree: lab.repo, timeoutMs: 30_000 }),
  ];
  return { ...lab, part, first, second, looks };
}

describe("uncommitted work with a submodule", () => {
  it.each(["staged", "not staged"])("takes another commit of it that is %s", async (how) => {
    const lab = openLab();
    if (how === "staged") lab.git("add", "part");

    const [tree, seen] = await lab.looks();

    expect(lab.git("rev-parse", "HEAD:part")).toBe(lab.first);
    lab.commit();
    expect(lab.git("rev-parse", "HEAD:part")).toBe(lab.second);
    expect([tree, seen]).toEqual(Array(2).fill(lab.git("rev-parse", "HEAD^{tree}")));
  });

  it("takes one that is added, and one that is removed", async () => {
    const lab = openLab();
    lab.commit();
    lab.git(...ALLOW, "submodule", "add", "--quiet", lab.part, "other");
    lab.git("rm", "--quiet", "--force", "part");

    const [tree, seen] = await lab.looks();

    lab.commit();
    expect([tree, seen]).toEqual(Array(2).fill(lab.git("rev-parse", "HEAD^{tree}")));
  });

  it("keeps the commit of one that is not checked out, or that a link replaces", async () => {
    const lab = openLab();
    rmSync(join(lab.repo, "part"), { recursive: true });
    mkdirSync(join(lab.repo, "part"));
    expect(await lab.looks()).toEqual(Array(2).fill(lab.git("rev-parse", "HEAD^{tree}")));

    rmSync(join(lab.repo, "part"), { recursive: true });
    symlinkSync(lab.part, join(lab.repo, "part"));
    expect((await lab.looks())[0]).toBe(lab.git("rev-parse", "HEAD^{tree}"));
  });
});
