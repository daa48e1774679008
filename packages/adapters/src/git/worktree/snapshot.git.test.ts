import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMirrored } from "../testing/open-mirror.ts";
import { commitEveryKind, leaveEveryChange } from "../testing/states-of-work.ts";

describe("snapshot", () => {
  it("takes new, changed and deleted files, links and modes, and what is ignored stays out", async () => {
    const lab = openMirrored();
    const head = commitEveryKind(lab);
    leaveEveryChange(lab);

    const snapshot = await lab.mirror.snapshot(lab.repository, lab.repo);
    const again = await lab.mirror.snapshot(lab.repository, lab.repo);

    lab.commit();
    expect(snapshot.tree).toBe(lab.git("rev-parse", "HEAD^{tree}"));
    expect(snapshot.skipped).toEqual([]);
    expect(again).toEqual(snapshot);
    expect(await lab.mirror.mergeBase("acme/shop", head, snapshot.commit)).toBe(head);
  });

  it("is the head itself where nothing changed", async () => {
    const lab = openMirrored();
    lab.write("a", "1");
    const commit = lab.commit();

    expect(await lab.mirror.snapshot(lab.repository, lab.repo)).toMatchObject({ commit });
  });

  it("does not enter nested repositories", async () => {
    const lab = openMirrored();
    lab.commit();
    mkdirSync(join(lab.repo, "nested"));
    lab.git("init", "--quiet", "nested");
    lab.write("nested/a", "a");
    lab.git("-C", "nested", "add", "a");
    lab.git("-C", "nested", "commit", "--quiet", "-m", "inside");

    const snapshot = await lab.mirror.snapshot(lab.repository, lab.repo);

    expect(snapshot.skipped).toEqual([{ path: "nested/", why: "nested_repository" }]);
  });

  it("does not read through a folder that became a link", async () => {
    const lab = openMirrored();
    lab.write("dir/key", "mine\n");
    lab.commit();
    rmSync(join(lab.repo, "dir"), { recursive: true });
    mkdirSync(join(lab.folder, "outside"));
    writeFileSync(join(lab.folder, "outside", "key"), "top secret\n");
    symlinkSync(join(lab.folder, "outside"), join(lab.repo, "dir"));

    const { tree } = await lab.mirror.snapshot(lab.repository, lab.repo);

    lab.commit();
    expect(tree).toBe(lab.git("rev-parse", "HEAD^{tree}"));
    expect(await lab.mirror.readFile("acme/shop", tree, "dir/key", 100)).toBeNull();
  });

  it("stores line ends as the attributes ask, like git", async () => {
    const lab = openMirrored();
    lab.write(".gitattributes", "*.txt text\n");
    lab.commit();
    lab.write("a.txt", "one\r\ntwo\r\n");
    lab.write("b.bin", "one\r\n");

    const { tree } = await lab.mirror.snapshot(lab.repository, lab.repo);

    lab.commit();
    expect(tree).toBe(lab.git("rev-parse", "HEAD^{tree}"));
  });

  it("takes over a worktree of a linked kind, and leaves its index as it was", async () => {
    const lab = openMirrored();
    lab.write("a", "1");
    lab.commit();
    const worktree = join(lab.folder, "wt");
    lab.git("worktree", "add", "--quiet", "-b", "agent", worktree);
    writeFileSync(join(worktree, "new"), "2");
    const before = lab.git("-C", worktree, "status", "--porcelain");

    const { tree } = await lab.mirror.snapshot(lab.repository, worktree);

    expect(lab.git("-C", worktree, "status", "--porcelain")).toBe(before);
    expect((await lab.mirror.readFile("acme/shop", tree, "new", 10))?.size).toBe(1);
  });
});
