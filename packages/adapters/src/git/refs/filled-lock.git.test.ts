import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { clearDraftsOfGone, takeFilledLock } from "./filled-lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-locks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Dies with a lock, or, with "clearing", as soon as it has moved the one it found aside. */
const CHILD = `
  const [module, lock, folder, clearing] = process.argv.slice(1);
  if (clearing) {
    const { createRequire, syncBuiltinESMExports } = await import("node:module");
    const fs = createRequire("file:///")("node:fs/promises");
    const rename = fs.rename;
    fs.rename = async (...paths) => (await rename(...paths), process.kill(process.pid, "SIGKILL"));
    syncBuiltinESMExports();
  }
  const { takeFilledLock } = await import(module);
  await takeFilledLock(lock, "next", folder);
  process.kill(process.pid, "SIGKILL");
`;

/** Takes a lock in a process that dies with it, or that dies as it clears what was left of another. */
function dieWith(lock: string, ...clearing: string[]): void {
  const module = inject("gitModules").filledLock;
  const args = ["--input-type=module", "--eval", CHILD, "--", module, lock, folder, ...clearing];
  expect(() => execFileSync(process.execPath, args, { stdio: "ignore" })).toThrow("Command failed");
}

it("takes a lock over from a process that died, also after others took other locks there", async () => {
  mkdirSync(join(folder, "refs"));
  const lock = join(folder, "refs", "main.lock");
  dieWith(lock);
  expect(existsSync(lock)).toBe(true);

  const other = await takeFilledLock(join(folder, "HEAD.lock"), "ref", folder);
  rmSync(join(folder, "HEAD.lock"));
  await other?.release();
  const taken = await takeFilledLock(lock, "mine", folder);
  rmSync(lock, { force: true });
  await taken?.release();

  expect(taken).not.toBeNull();
  expect(readdirSync(folder)).toEqual(["refs"]);
});

it("leaves nothing of a process that died while it cleared what another had left", async () => {
  const lock = join(folder, "main.lock");
  dieWith(lock);
  dieWith(lock, "clearing");
  expect(existsSync(lock)).toBe(false);
  expect(readdirSync(folder)).toHaveLength(2);

  const taken = await takeFilledLock(lock, "mine", folder);
  rmSync(lock);
  await taken?.release();

  expect(readdirSync(folder)).toEqual([]);
});

it("clears what is left of locks that are gone, and nothing of those that are there or held", async () => {
  const [gone, moved, there] = ["gone.lock", "moved.lock", "there.lock"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const lock of [gone, moved, there]) dieWith(lock);
  rmSync(gone);
  dieWith(moved, "clearing");
  const held = await takeFilledLock(join(folder, "held.lock"), "mine", folder);
  expect(readdirSync(folder)).toHaveLength(7);

  await clearDraftsOfGone(folder);

  expect(readdirSync(folder).filter((name) => name.endsWith(".lock"))).toEqual([
    "held.lock",
    "there.lock",
  ]);
  expect(readdirSync(folder)).toHaveLength(4);
  await held?.release();
});

it("leaves nothing of a process that died after it had renamed its lock over a branch", async () => {
  mkdirSync(join(folder, "refs"));
  const branch = join(folder, "refs", "main");
  dieWith(`${branch}.lock`);
  renameSync(`${branch}.lock`, branch);

  await clearDraftsOfGone(folder);

  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(["refs", "refs/main"]);
});
