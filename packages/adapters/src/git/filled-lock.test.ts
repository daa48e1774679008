import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { takeFilledLock } from "./filled-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-locks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CHILD = `
  const [module, lock, folder] = process.argv.slice(1);
  const { takeFilledLock } = await import(module);
  await takeFilledLock(lock, "next", folder);
  process.kill(process.pid, "SIGKILL");
`;

/** Takes a lock in a process that dies with it. */
function dieWith(lock: string): void {
  const module = new URL("./filled-lock.ts", import.meta.url).href;
  const args = ["--input-type=module", "--eval", CHILD, "--", module, lock, folder];
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
