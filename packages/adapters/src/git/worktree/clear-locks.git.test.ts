import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { processName } from "@countersign/engine";
import { beforeEach, expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored } from "../testing/open-mirror.ts";

const ID = "00000000-0000-0000-0000-000000000000";

let lab: MirroredWorkshop;
beforeEach(() => {
  lab = openMirrored();
  lab.write("a.txt", "1\n");
  lab.commit("First");
  lab.git("worktree", "add", "--quiet", "-b", "linked", join(lab.folder, "linked"));
});

/** The locks of the main checkout and of the linked one. */
function locks(): string[] {
  const common = join(lab.repository.path, ".git");
  return [common, join(common, "worktrees", "linked")].map((folder) => join(folder, "index.lock"));
}

function deadProcess(): string {
  return `${execFileSync("/bin/sh", ["-c", "echo $$"]).toString().trim()}.`;
}

it("clears what a killed engine left on any checkout, so that git works there again", async () => {
  for (const lock of locks()) {
    const text = `countersign ${hostname()} ${deadProcess()} ${ID}\n`;
    writeFileSync(lock, text);
    writeFileSync(`${lock}.${ID}`, text);
    writeFileSync(join(dirname(lock), "countersign-index"), "the half of an index");
  }
  await lab.mirror.clearLocks(lab.repository);

  expect(locks().filter((lock) => existsSync(lock))).toEqual([]);
  const left = readdirSync(join(lab.repository.path, ".git"), {
    recursive: true,
    encoding: "utf8",
  });
  expect(left.filter((name) => /\.lock|countersign/.test(name))).toEqual([]);
  lab.write("b.txt", "2\n");
  lab.commit("Second");
});

it.each([
  ["git", () => ""],
  [
    "a process that is alive",
    () => `countersign ${hostname()} ${processName(process.ppid)} ${ID}\n`,
  ],
  ["another machine", () => `countersign elsewhere 1.2 ${ID}\n`],
])("leaves a lock to %s, and what is written under it", async (_, text) => {
  const drafts = locks().map((lock) => join(dirname(lock), "countersign-index"));
  for (const file of [...locks(), ...drafts]) writeFileSync(file, text());

  await lab.mirror.clearLocks(lab.repository);

  expect([...locks(), ...drafts].filter((file) => !existsSync(file))).toEqual([]);
});

it("passes over a repository without linked checkouts, and over what is no folder", async () => {
  writeFileSync(join(lab.repository.path, ".git", "worktrees", "file"), "");
  await lab.mirror.clearLocks(lab.repository);
  const bare = openMirrored();
  await bare.mirror.clearLocks(bare.repository);
});

it("drops the mark of an interrupted move with its worktree, and keeps the others", async () => {
  const common = join(lab.repository.path, ".git");
  const marks = [common, join(common, "worktrees", "linked")].map((folder) =>
    join(folder, "countersign-move"),
  );
  for (const mark of marks) writeFileSync(mark, "an interrupted move\n");
  await lab.mirror.clearLocks(lab.repository);
  expect(marks.map((mark) => existsSync(mark))).toEqual([true, true]);

  rmSync(join(lab.folder, "linked"), { recursive: true });
  await lab.mirror.clearLocks(lab.repository);
  expect(marks.map((mark) => existsSync(mark))).toEqual([true, false]);
});
