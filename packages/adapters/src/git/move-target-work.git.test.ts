import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentWork, type Edit, editIn } from "./testing/agent-work.ts";
import { type MirroredWorkshop, openMirrored } from "./testing/open-mirror.ts";

function openWith(files: Readonly<Record<string, string>>): MirroredWorkshop & Edit {
  const lab = openMirrored();
  for (const [path, text] of Object.entries(files)) lab.write(path, text);
  lab.commit("Base");
  return { ...lab, ...editIn(lab.repo) };
}

function statusOf(lab: MirroredWorkshop): string {
  return lab.git("status", "--porcelain", "--untracked-files=all");
}

function stage(lab: MirroredWorkshop, path: string, text: string): void {
  lab.write(path, text);
  lab.git("add", path);
}

describe("moveTarget with work in the checkout", () => {
  const FILES = { a: "1\n", gone: "1\n", tool: "1\n", b: "1\n", c: "1\n" };
  const change = ({ write, erase }: Edit): void => {
    write("a", "2\n");
    write("new/file", "2\n");
    write("tool", "1\n", 0o755);
    erase("gone");
  };

  it.each([
    ["unstaged", () => undefined],
    ["staged", (lab: MirroredWorkshop) => lab.git("add", "--all")],
    ["partly staged", (lab: MirroredWorkshop) => lab.git("add", "a", "new/file")],
  ] as const)("takes over files that hold what was approved: %s", async (_, prepare) => {
    const lab = openWith(FILES);
    const work = await agentWork(lab, change);
    change(lab);
    prepare(lab);
    const before = lstatSync(join(lab.repo, "new/file"));

    expect(await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" })).toEqual({
      outcome: "moved",
    });

    expect(statusOf(lab)).toBe("");
    expect(lab.git("rev-parse", "HEAD")).toBe(work.next);
    expect(lstatSync(join(lab.repo, "new/file")).ino).toBe(before.ino);
    lab.git("fsck", "--strict");
  });

  it("leaves changes alone in files that the move does not touch", async () => {
    const lab = openWith(FILES);
    const work = await agentWork(lab, change);
    lab.write("b", "mine\n");
    stage(lab, "c", "staged\n");
    stage(lab, "more/new", "mine\n");
    lab.write("untracked", "mine\n");
    const before = statusOf(lab);

    expect(await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" })).toEqual({
      outcome: "moved",
    });

    expect(statusOf(lab)).toBe(before);
    expect(readFileSync(join(lab.repo, "a"), "utf8")).toBe("2\n");
    expect(lab.git("show", ":c")).toBe("staged");
  });

  it("takes a folder over that replaced a file, and a file that replaced a folder", async () => {
    const lab = openWith({ file: "1\n", "dir/x": "1\n" });
    const swap = ({ write, erase }: Edit): void => {
      erase("file");
      write("file/inside", "2\n");
      erase("dir");
      write("dir", "2\n");
    };
    const work = await agentWork(lab, swap);
    swap(lab);

    expect(await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" })).toEqual({
      outcome: "moved",
    });
    expect(statusOf(lab)).toBe("");
  });
});

describe("moveTarget leaves everything as it is for", () => {
  it("a path that is staged where the move needs a folder, or below one of its files", async () => {
    const lab = openWith({ a: "1\n" });
    stage(lab, "fresh", "mine\n");
    stage(lab, "new/mine", "mine\n");
    lab.erase("fresh");
    lab.erase("new");
    const work = await agentWork(lab, ({ write }) => {
      for (const path of ["new", "fresh/file"]) write(path, "2\n");
    });

    const outcome = await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" });

    expect(outcome).toEqual({
      outcome: "dirty",
      worktrees: [{ path: lab.repo, paths: ["fresh", "new/mine"] }],
    });
  });

  it("a path with an unsettled conflict, wherever it is", async () => {
    const lab = openWith({ a: "1\n", b: "1\n" });
    lab.write("b", "2\n");
    lab.git("stash", "--quiet");
    lab.write("b", "3\n");
    lab.commit("Later");
    lab.tryGit("stash", "pop", "--quiet");
    const work = await agentWork(lab, ({ write }) => write("a", "2\n"));

    const outcome = await lab.mirror.moveTarget(lab.repository, { ...work, branch: "main" });

    expect(outcome).toMatchObject({ outcome: "dirty", worktrees: [{ paths: ["b"] }] });
  });
});

describe("copyOut", () => {
  it("copies a commit before the move, so that the move writes no object", async () => {
    const lab = openWith({ a: "1\n" });
    const { expected, next } = await agentWork(lab, ({ write }) => write("a", "2\n"));
    await lab.mirror.copyOut(lab.repository, { commit: next, known: expected });

    expect(lab.git("cat-file", "-t", next)).toBe("commit");
    expect(lab.git("rev-parse", "main")).toBe(expected);
    lab.git("fsck", "--strict", "--no-dangling");
    const move = { branch: "main", expected, next, isCopied: true } as const;
    expect(await lab.mirror.moveTarget(lab.repository, move)).toEqual({ outcome: "moved" });
    expect(readFileSync(join(lab.repo, "a"), "utf8")).toBe("2\n");
  });
});
