import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";

describe("fetch", () => {
  it("resolves a branch to its commit and tree and copies them", async () => {
    const lab = openMirrored();
    lab.write("a.ts", "one\n");
    const commit = lab.commit();

    const pinned = await lab.mirror.fetch(lab.repository, { branch: "main" });

    expect(pinned).toEqual({ commit, tree: lab.git("rev-parse", "HEAD^{tree}") });
    const file = await lab.mirror.readFile("acme/shop", pinned.tree, "a.ts", 100);
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe("one\n");
  });

  it("gives the same answer when repeated, and follows the branch when it moves", async () => {
    const lab = openMirrored();
    const first = lab.commit();
    const again = async () => (await lab.mirror.fetch(lab.repository, { branch: "main" })).commit;

    expect([await again(), await again()]).toEqual([first, first]);
    lab.write("b", "b");
    const second = lab.commit();
    expect(await again()).toBe(second);
    expect(await lab.mirror.mergeBase("acme/shop", first, second)).toBe(first);
  });

  it("follows a target that was moved to another history", async () => {
    const lab = openMirrored();
    const base = lab.commit();
    await lab.mirror.fetch(lab.repository, { branch: "main" });
    lab.write("a", "1");
    lab.commit();
    await lab.mirror.fetch(lab.repository, { branch: "main" });
    const other = lab.git("commit-tree", "-p", base, "-m", "Other", `${base}^{tree}`);
    lab.git("update-ref", "refs/heads/main", other);

    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({
      is: "at",
      tip: other,
    });
    expect((await lab.mirror.fetch(lab.repository, { branch: "main" })).commit).toBe(other);
    expect(await lab.mirror.mergeBase("acme/shop", base, other)).toBe(base);
  });

  it("reads and takes over a worktree that is on no branch", async () => {
    const lab = openMirrored();
    const commit = lab.commit();
    const worktree = join(lab.folder, "detached");
    lab.git("worktree", "add", "--quiet", "--detach", worktree);
    writeFileSync(join(worktree, "new"), "new\n");

    const { tree } = await lab.mirror.snapshot(lab.repository, worktree);

    expect((await lab.mirror.fetch(lab.repository, { worktree })).commit).toBe(commit);
    expect((await lab.mirror.readFile("acme/shop", tree, "new", 10))?.size).toBe(4);
  });

  it("says that a repository without commits has none", async () => {
    const lab = openMirrored();

    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({ is: "gone" });
    expect(await refusalCode(lab.mirror.fetch(lab.repository, { branch: "main" }))).toBe(
      "not_found",
    );
    expect(await refusalCode(lab.mirror.snapshot(lab.repository, lab.repo))).toBe("not_found");
    const reset = { worktree: lab.repo, to: "a".repeat(40), keepAs: "kept" };
    expect(await refusalCode(lab.mirror.resetWork(lab.repository, reset))).toBe("not_found");
  });

  it("reads packed branches and repositories with SHA-256 ids", async () => {
    const lab = openMirrored(["--object-format=sha256"]);
    lab.write("a", "a");
    const commit = lab.commit();
    lab.git("pack-refs", "--all");
    lab.git("gc", "--quiet");

    expect(commit).toHaveLength(64);
    expect(await lab.mirror.readTarget(lab.repository, "main")).toMatchObject({
      is: "at",
      tip: commit,
    });
    expect((await lab.mirror.fetch(lab.repository, { branch: "main" })).commit).toBe(commit);
  });

  it("reads what a linked worktree has checked out", async () => {
    const lab = openMirrored();
    lab.commit();
    const worktree = join(lab.folder, "agent-1");
    lab.git("worktree", "add", "--quiet", "-b", "agent/task-1", worktree);
    writeFileSync(join(worktree, "new.ts"), "new\n");
    lab.git("-C", worktree, "add", "new.ts");
    lab.git("-C", worktree, "commit", "--quiet", "-m", "work");

    const pinned = await lab.mirror.fetch(lab.repository, { worktree });

    expect(pinned.commit).toBe(lab.git("rev-parse", "agent/task-1"));
  });

  it("refuses a worktree of another repository", async () => {
    const lab = openMirrored();
    const other = openMirrored();
    lab.commit();
    other.commit();

    const work = lab.mirror.fetch(lab.repository, { worktree: other.repo });

    expect(await refusalCode(work)).toBe("invalid_input");
  });

  it.each([
    "--upload-pack=x",
    "-O",
    "a..b",
    "a b",
    "a^",
    "../../config",
    "HEAD",
    "a.lock",
    "x@{1}",
    "a\nb",
    "/a",
    "a/",
    ".a",
    "",
  ])("refuses %j as a branch", async (branch) => {
    const lab = openMirrored();
    lab.commit();

    expect(await refusalCode(lab.mirror.fetch(lab.repository, { branch }))).toBe("invalid_input");
  });

  it("says when there is no such branch, directory or mirror", async () => {
    const lab = openMirrored();
    lab.commit();
    const nowhere = { id: "acme/none", path: join(lab.folder, "none") };

    expect(await lab.mirror.readTarget(lab.repository, "none")).toMatchObject({ is: "gone" });
    expect(await refusalCode(lab.mirror.fetch(lab.repository, { branch: "none" }))).toBe(
      "not_found",
    );
    expect(await refusalCode(lab.mirror.fetch(nowhere, { branch: "main" }))).toBe("not_found");
    const blob = (async () => await lab.mirror.readBlob("acme/none", "a".repeat(40), 1))();
    expect(await refusalCode(blob)).toBe("not_found");
  });

  it("makes one mirror when two fetches come at once", async () => {
    const lab = openMirrored();
    const commit = lab.commit();

    const both = [1, 2, 3, 4].map(() => lab.mirror.fetch(lab.repository, { branch: "main" }));

    expect((await Promise.all(both)).map((pinned) => pinned.commit)).toEqual(Array(4).fill(commit));
  });
});
