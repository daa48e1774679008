import { readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { WorkUpdateOutcome } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { type Edit, editIn } from "./testing/agent-work.ts";
import { type MirroredWorkshop, openMirrored } from "./testing/open-mirror.ts";

type Merged = MirroredWorkshop & { worktree: string; work: Edit; merged: string; next: string };

/** An agent's uncommitted or committed work in its worktree, merged to main with another change. */
async function openMerged(how: "committed" | "uncommitted" | "squashed"): Promise<Merged> {
  const lab = openMirrored();
  for (const path of ["a", "b", "c"]) lab.write(path, "1\n");
  lab.commit("Base");
  const worktree = join(lab.folder, "agent");
  lab.git("worktree", "add", "--quiet", "-b", "work", worktree, "main");
  const work = editIn(worktree);
  work.write("a", "2\n");
  work.write("new", "2\n");
  if (how !== "uncommitted") {
    lab.git("-C", worktree, "add", "--all");
    lab.git("-C", worktree, "commit", "--quiet", "-m", "Work");
  }
  const { commit: merged } = await lab.mirror.snapshot(lab.repository, worktree);
  lab.write("b", "3\n");
  const ours = lab.commit("Another change");
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  const trial = await lab.mirror.trialMerge("acme/shop", { ours, theirs: merged });
  if (trial.outcome !== "clean") throw new Error("a conflict");
  const { commit: next } = await lab.mirror.commitMerge("acme/shop", {
    tree: trial.tree,
    parents: how === "squashed" ? [ours] : [ours, merged],
    message: "Merge\n",
    author: { name: "Ada", email: "ada@acme.test" },
    atSeconds: 1_700_000_000,
  });
  await lab.mirror.moveTarget(lab.repository, { branch: "main", expected: ours, next });
  return { ...lab, worktree, work, merged, next };
}

async function update({ mirror, repository, worktree, merged, next }: Merged) {
  return await mirror.updateWork(repository, { place: { worktree }, merged, next, target: "main" });
}

const textOf = ({ worktree }: Merged, path: string) => readFileSync(join(worktree, path), "utf8");
const statusOf = ({ git, worktree }: Merged) =>
  git("-C", worktree, "status", "--porcelain", "--untracked-files=all");

describe("updateWork", () => {
  it.each(["committed", "uncommitted", "squashed"] as const)(
    "brings a worktree to the target that its work was merged to: %s",
    async (how) => {
      const lab = await openMerged(how);

      expect(await update(lab)).toEqual({ outcome: "updated", branch: "work" });
      expect(await update(lab)).toEqual({ outcome: "updated", branch: "work" });

      expect(lab.git("rev-parse", "work")).toBe(lab.next);
      expect(statusOf(lab)).toBe("");
      expect(textOf(lab, "b")).toBe("3\n");
    },
  );

  it("keeps work that was begun since, in files that the target does not bring", async () => {
    const lab = await openMerged("uncommitted");
    lab.work.write("c", "new work\n");
    lab.work.write("more", "new work\n");

    expect(await update(lab)).toEqual({ outcome: "updated", branch: "work" });
    expect(statusOf(lab)).toBe(" M c\n?? more");
  });

  it("moves nothing where the target brings a file that was changed since", async () => {
    const lab = await openMerged("committed");
    const before = lab.git("rev-parse", "work");
    lab.work.write("b", "new work\n");

    expect(await update(lab)).toEqual({
      outcome: "dirty",
      branch: "work",
      worktrees: [{ path: lab.worktree, paths: ["b"] }],
    } satisfies WorkUpdateOutcome);
    expect(lab.git("rev-parse", "work")).toBe(before);
    expect(textOf(lab, "b")).toBe("new work\n");
  });

  it("moves nothing where the branch has commits that were not merged", async () => {
    const lab = await openMerged("committed");
    lab.work.write("c", "new work\n");
    lab.git("-C", lab.worktree, "commit", "--quiet", "-am", "More");
    const before = lab.git("rev-parse", "work");

    expect(await update(lab)).toEqual({ outcome: "ahead", branch: "work" });
    expect(lab.git("rev-parse", "work")).toBe(before);
  });

  it("moves no branch that another one's work was only said to be on", async () => {
    const lab = await openMerged("committed");
    const production = lab.git("rev-parse", "work~1");
    lab.git("branch", "production", production);
    const elsewhere = join(lab.folder, "production");
    lab.git("worktree", "add", "--quiet", elsewhere, "production");
    const { mirror, repository, merged, next } = lab;

    for (const place of [{ branch: "production" }, { worktree: elsewhere }])
      expect(await mirror.updateWork(repository, { place, merged, next, target: "main" })).toEqual({
        outcome: "ahead",
        branch: "production",
      });
    expect(lab.git("rev-parse", "production")).toBe(production);
  });

  it("has nothing to do for a worktree that is gone or on no branch", async () => {
    const lab = await openMerged("committed");
    lab.git("-C", lab.worktree, "checkout", "--quiet", "--detach");
    expect(await update(lab)).toEqual({ outcome: "no_branch" });
    const gone = { ...lab, worktree: join(lab.folder, "gone") };
    expect(await update(gone)).toEqual({ outcome: "no_branch" });
  });

  it("brings a branch along that nothing has checked out", async () => {
    const lab = await openMerged("committed");
    lab.git("-C", lab.worktree, "checkout", "--quiet", "--detach");
    const { mirror, repository, merged, next } = lab;
    const place = { branch: "work" };

    expect(await mirror.updateWork(repository, { place, merged, next, target: "main" })).toEqual({
      outcome: "updated",
      branch: "work",
    });
    expect(lab.git("rev-parse", "work")).toBe(next);
  });

  it("copies nothing into a repository whose target has it already", async () => {
    const lab = await openMerged("committed");
    const object = join(lab.repo, ".git/objects", lab.next.slice(0, 2), lab.next.slice(2));
    utimesSync(object, 1, 1); // writing an object that exists resets its age

    expect(await update(lab)).toEqual({ outcome: "updated", branch: "work" });
    expect(statSync(object).mtimeMs).toBe(1_000);
  });
});
