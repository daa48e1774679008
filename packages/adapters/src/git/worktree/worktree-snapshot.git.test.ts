import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored } from "../testing/open-mirror.ts";
import { commitEveryKind, leaveEveryChange } from "../testing/states-of-work.ts";
import { type ReadWorkOptions, readWork } from "./read-work.ts";
import { withWorktreeSnapshot } from "./worktree-snapshot.ts";

function optionsOf(lab: MirroredWorkshop, worktree = lab.repo) {
  const directory = join(lab.folder, "quick");
  mkdirSync(directory, { recursive: true });
  return { directory, worktree, timeoutMs: 60_000 };
}

async function pinWork(options: ReadWorkOptions) {
  return await withWorktreeSnapshot(options, async (work) =>
    work === null ? null : await work.pin(),
  );
}

/** Everything of a repository that a person could notice. */
function seenOf(lab: MirroredWorkshop) {
  return {
    refs: lab.git("for-each-ref"),
    head: readFileSync(join(lab.repo, ".git/HEAD"), "utf8"),
    index: readFileSync(join(lab.repo, ".git/index")).toString("hex"),
    status: lab.git("status", "--porcelain"),
    files: readdirSync(join(lab.repo, ".git")).toSorted(),
  };
}

it.each(["sha1", "sha256"])(
  "keeps new, changed, deleted and staged files for later, and nothing else changes, with %s ids",
  async (format) => {
    const lab = openMirrored([`--object-format=${format}`]);
    lab.write("staged", "1");
    commitEveryKind(lab);
    const head = lab.git("rev-parse", "HEAD");
    leaveEveryChange(lab);
    lab.write("staged", "2");
    lab.git("add", "staged");
    const before = seenOf(lab);
    const tree = await readWork(optionsOf(lab));

    const pinned = await pinWork(optionsOf(lab));

    expect(seenOf(lab)).toEqual(before);
    expect(pinned?.tree).toBe(tree);
    lab.write("staged", "3");
    lab.write("later", "1");
    const { commit = "" } = pinned ?? {};
    expect(await lab.mirror.pin(lab.repository, commit)).toEqual(pinned);
    expect(lab.git("rev-parse", `${commit}^`)).toBe(head);
    expect(lab.git("show", `${commit}:staged`)).toBe("2");
    expect(lab.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(readdirSync(optionsOf(lab).directory).toSorted()).toEqual([
      "empty-home",
      `empty-${format}.git`,
    ]);
  },
);

it("is the commit that taking the work in gives, and the same one again for the same work", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  lab.commit();
  lab.write("a", "2");
  const pinned = await pinWork(optionsOf(lab));
  expect(await pinWork(optionsOf(lab))).toEqual(pinned);
  const { commit, tree } = await lab.mirror.snapshot(lab.repository, lab.repo);
  expect(pinned).toEqual({ commit, tree });
});

it("is the commit that is checked out where nothing differs from it, also a packed one", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  const head = lab.commit();
  lab.git("gc", "--quiet");
  expect(await pinWork(optionsOf(lab))).toMatchObject({ commit: head });
});

it("keeps what lies in a linked worktree, also when that is gone", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  lab.commit();
  const worktree = join(lab.folder, "linked");
  lab.git("worktree", "add", "--quiet", "--detach", worktree);
  lab.write("../linked/b", "2");
  const { commit = "" } = (await pinWork(optionsOf(lab, worktree))) ?? {};
  lab.git("worktree", "remove", "--force", worktree);
  expect(existsSync(worktree)).toBe(false);
  await lab.mirror.pin(lab.repository, commit);
  expect(lab.git("show", `${commit}:b`)).toBe("2");
});

it("is gone when the repository was cleared of what nothing names", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  lab.commit();
  lab.write("a", "2");
  const { commit = "" } = (await pinWork(optionsOf(lab))) ?? {};
  lab.git("prune", "--expire=now");
  expect(await lab.mirror.pin(lab.repository, commit)).toBeNull();
});

it("refuses where nothing is committed yet", async () => {
  const lab = openMirrored();
  lab.write("a", "1");
  await expect(pinWork(optionsOf(lab))).rejects.toThrow("Nothing is committed there yet");
});
