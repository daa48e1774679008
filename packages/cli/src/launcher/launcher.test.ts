import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { launcherPath, readLauncherState, refreshLauncher, writeLauncher } from "./launcher.ts";
import { requireInstalled } from "./temporary-program.ts";

const execute = promisify(execFile);

async function openData() {
  const data = await mkdtemp(join(tmpdir(), "countersign-launcher-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const folder = join(data, "it's 0.1");
  await mkdir(folder);
  const program = join(folder, "main.mjs");
  await writeFile(program, "console.log(process.argv.slice(2).join('|'));\n");
  const target = { node: process.execPath, program };
  // No countersign of this machine is found.
  const env = { PATH: "/usr/bin:/bin" };
  const call = async (...args: string[]) =>
    await execute(launcherPath(data), args, { env }).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      ({ code, stderr }) => ({ code, out: stderr }),
    );
  return { data, target, program, call };
}

/** A stand-in for Node that notes its words and then is the real one. */
const RUN_NODE = `echo "$*" >>"$(dirname "$0")/calls"; exec '${process.execPath}' "$@"`;

async function writePrograms(programs: Record<string, string>): Promise<void> {
  for (const [path, script] of Object.entries(programs)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
}

it("starts the program with its words, wherever that lies", async () => {
  const { data, target, call } = await openData();
  expect(await readLauncherState(data, target)).toBe("absent");
  await writeLauncher(data, target);
  expect(await readLauncherState(data, target)).toBe("current");
  expect(await call("hook", "a b", "'c'")).toEqual({ code: 0, out: "hook|a b|'c'\n" });
});

it("disturbs no agent and no commit when the program is gone, and tells every other caller", async () => {
  const { data, target, program, call } = await openData();
  await writeLauncher(data, target);
  await rm(program);
  const other = { ...target, program: join(data, "new.mjs") };
  expect(await readLauncherState(data, other)).toBe("broken");
  expect(await call("hook", "codex", "stop")).toEqual({ code: 0, out: "" });
  expect(await call("task", "committed")).toEqual({ code: 0, out: "" });
  expect(await call("gate", "pushed")).toMatchObject({
    code: 127,
    out: expect.stringContaining("run: countersign init"),
  });
});

it("finds the Node that is on PATH when the recorded one is gone, in absolute folders only", async () => {
  const { data, program } = await openData();
  await writeLauncher(data, { node: join(data, "gone", "node"), program });
  const old = join(data, "old");
  const current = join(data, "current");
  await writePrograms({ [join(old, "node")]: "exit 1", [join(current, "node")]: RUN_NODE });
  const calls = (path: string) =>
    execute(launcherPath(data), ["a b"], { env: { PATH: path }, cwd: data });
  expect((await calls(`${old}:current:${current}:/bin`)).stdout).toBe("a b\n");
  expect(await readFile(join(current, "calls"), "utf8")).toContain("a b");
});

it("finds the countersign that is on PATH when the recorded program is gone, and never itself", async () => {
  const { data, target } = await openData();
  await writeLauncher(data, { ...target, program: join(data, "gone.mjs") });
  const linked = join(data, "linked");
  const installed = join(data, "installed");
  await mkdir(linked);
  await symlink(launcherPath(data), join(linked, "countersign"));
  await writePrograms({ [join(installed, "countersign")]: 'echo "installed $*"' });
  const env = { PATH: `${linked}:${installed}:/bin` };
  const { stdout } = await execute(launcherPath(data), ["gate", "pushed"], { env });
  expect(stdout).toBe("installed gate pushed\n");
});

it.each([
  ["/home/me/.npm/_npx/1f3c/node_modules/countersign/dist/main.mjs", true],
  ["/home/me/.cache/pnpm/dlx/ab12/node_modules/countersign/dist/main.mjs", true],
  ["/tmp/xfs-1f/dlx-4711/node_modules/countersign/dist/main.mjs", true],
  ["/tmp/bunx-1000-countersign@latest/node_modules/countersign/dist/main.mjs", true],
  ["/usr/local/lib/node_modules/countersign/dist/main.mjs", false],
  ["/home/me/.nvm/versions/node/v24.1.0/lib/node_modules/countersign/dist/main.mjs", false],
])("never starts a program that was installed for one run: %s", async (program, isTemporary) => {
  const { data, target } = await openData();
  await writeLauncher(data, target);
  await refreshLauncher(data, { ...target, program });
  expect(await readLauncherState(data, target)).toBe(isTemporary ? "current" : "broken");
  const refuse = () => requireInstalled(program);
  if (isTemporary) expect(refuse).toThrow("cannot run it later");
  else expect(refuse).not.toThrow();
});

it("follows the engine to another version, and is made by init alone", async () => {
  const { data, target } = await openData();
  const newer = { ...target, program: join(data, "new.mjs") };
  await refreshLauncher(data, newer);
  expect(await readLauncherState(data, newer)).toBe("absent");
  await writeLauncher(data, target);
  expect(await readLauncherState(data, newer)).toBe("other");
  await refreshLauncher(data, newer);
  expect(await readLauncherState(data, newer)).toBe("current");
});
