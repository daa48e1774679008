import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { launcherPath, launcherState, refreshLauncher, writeLauncher } from "./launcher.ts";

const execute = promisify(execFile);

async function openData() {
  const data = await mkdtemp(join(tmpdir(), "countersign-launcher-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const folder = join(data, "it's 0.1");
  await mkdir(folder);
  const program = join(folder, "main.mjs");
  await writeFile(program, "console.log(process.argv.slice(2).join('|'));\n");
  const target = { node: process.execPath, program };
  const call = async (...args: string[]) =>
    await execute(launcherPath(data), args).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      ({ code, stderr }) => ({ code, out: stderr }),
    );
  return { data, target, program, call };
}

it("starts the program with its words, wherever that lies", async () => {
  const { data, target, call } = await openData();
  expect(await launcherState(data, target)).toBe("absent");
  await writeLauncher(data, target);
  expect(await launcherState(data, target)).toBe("current");
  expect(await call("hook", "a b", "'c'")).toEqual({ code: 0, out: "hook|a b|'c'\n" });
});

it("disturbs no agent and no commit when the program is gone, and tells every other caller", async () => {
  const { data, target, program, call } = await openData();
  await writeLauncher(data, target);
  await rm(program);
  const other = { ...target, program: join(data, "new.mjs") };
  expect(await launcherState(data, other)).toBe("broken");
  expect(await call("hook", "codex", "stop")).toEqual({ code: 0, out: "" });
  expect(await call("task", "committed")).toEqual({ code: 0, out: "" });
  expect(await call("gate", "pushed")).toMatchObject({
    code: 127,
    out: expect.stringContaining("Run countersign init"),
  });
});

it("follows the engine to another version, and is made by init alone", async () => {
  const { data, target } = await openData();
  const newer = { ...target, program: join(data, "new.mjs") };
  await refreshLauncher(data, newer);
  expect(await launcherState(data, newer)).toBe("absent");
  await writeLauncher(data, target);
  expect(await launcherState(data, newer)).toBe("other");
  await refreshLauncher(data, newer);
  expect(await launcherState(data, newer)).toBe("current");
});
