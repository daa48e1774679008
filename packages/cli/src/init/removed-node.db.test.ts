import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launcherPath } from "../launcher/launcher.ts";
import { type Bench, openBench } from "../testing/bench.ts";
import { runToEnd } from "../testing/run-to-end.ts";
import { repositoryWithCommit } from "./testing/first-commit.ts";
import type { Workshop } from "./testing/repositories.ts";

const execute = promisify(execFile);
const HINT = "countersign cannot run: its Node or its program is gone.";
/** Everything that hooks use but Node. */
const TOOLS = ["git", "sh", "cat", "mkdir", "cut", "sha256sum"];
/** Folders that the launcher searches beside PATH; a Node of this machine may be in them. */
const USUAL_FOLDERS = "/opt/homebrew/bin:/usr/local/bin:/usr/bin";

let bench: Bench;
let node = "";
let tools = "";
const shops: Workshop[] = [];

/** Two repositories that were set up by a copy of Node, which is then removed. */
beforeAll(async () => {
  bench = await openBench();
  node = join(bench.directory, "node-24.1.0", "bin", "node");
  await mkdir(join(node, ".."), { recursive: true });
  await copyFile(process.execPath, node);
  tools = join(bench.directory, "tools");
  await mkdir(tools);
  for (const name of TOOLS) await symlink(await placeOf(name), join(tools, name));
  for (const _ of ["first", "second"]) {
    const { shop } = await repositoryWithCommit(bench.directory, { ...bench.env });
    const args = ["init", "--yes", "--agents", "claude,codex,gemini,opencode"];
    const done = await runToEnd(node, [bench.program, ...args], {
      cwd: shop.root,
      env: bench.env,
    });
    expect(done.code, done.err).toBe(0);
    await execute("git", ["init", "--quiet", "--bare", `${shop.root}.git`]);
    await shop.git("remote", "add", "origin", `${shop.root}.git`);
    shops.push(shop);
  }
  const launcher = await readFile(launcherPath(bench.data), "utf8");
  expect(launcher).toContain(node);
  expect(launcher).toContain(USUAL_FOLDERS);
  await writeFile(launcherPath(bench.data), launcher.replace(USUAL_FOLDERS, "/nowhere"));
  await rm(join(node, "..", ".."), { recursive: true });
});
afterAll(async () => {
  await bench.close();
});

async function placeOf(program: string): Promise<string> {
  return (await execute("sh", ["-c", `command -v ${program}`])).stdout.trim();
}

async function git({ root }: Workshop, ...args: string[]) {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  return await runToEnd(join(tools, "git"), [...who, ...args], {
    cwd: root,
    env: { ...bench.env, PATH: tools },
  });
}

/** The command of an agent's hook, as its settings have it, called as its host does. */
async function stop({ root }: Workshop, command: string) {
  return await runToEnd("/bin/sh", ["-c", command], {
    cwd: root,
    env: { ...bench.env, PATH: tools },
    input: JSON.stringify({ session_id: "s1", cwd: root }),
  });
}

async function commandIn(file: string, event: string): Promise<string> {
  const { hooks } = JSON.parse(await readFile(join(bench.directory, file), "utf8"));
  return hooks[event][0].hooks[0].command;
}

async function stopCommands(): Promise<string[]> {
  return [
    await commandIn(".claude/settings.json", "Stop"),
    await commandIn(".codex/hooks.json", "Stop"),
    await commandIn(".gemini/extensions/countersign/hooks/hooks.json", "AfterAgent"),
    `${launcherPath(bench.data)} hook opencode session-idle user`,
  ];
}

async function commit(shop: Workshop, name: string) {
  await shop.write(name, "text\n");
  await git(shop, "add", "-A");
  return await git(shop, "commit", "--quiet", "-m", name);
}

const SILENT = { code: 0, out: "", err: "" };

describe("hooks whose Node is gone", () => {
  it("let every agent stop, every commit and every push pass, with one hint at the first", async () => {
    const [shop] = shops;
    if (shop === undefined) throw new Error("There is no repository");
    const [first = "", ...others] = await stopCommands();
    const said = await stop(shop, first);
    expect(said).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(said.out)).toEqual({ systemMessage: expect.stringContaining(HINT) });
    for (const command of [first, ...others]) expect(await stop(shop, command)).toEqual(SILENT);
    expect(await commit(shop, "b.txt")).toEqual(SILENT);
    const pushed = await git(shop, "push", "origin", "main");
    expect(pushed).toMatchObject({ code: 0 });
    expect(pushed.err).not.toContain(HINT);
    expect(await shop.git("-C", `${shop.root}.git`, "rev-parse", "main")).toBe(
      await shop.git("rev-parse", "main"),
    );
  });

  it("say it again in another repository, once", async () => {
    const [, shop] = shops;
    if (shop === undefined) throw new Error("There is no repository");
    const pushes = [
      await git(shop, "push", "origin", "main"),
      await git(shop, "push", "origin", "main:again"),
    ];
    expect(pushes.map(({ code }) => code)).toEqual([0, 0]);
    expect(pushes.map(({ err }) => err.includes(HINT))).toEqual([true, false]);
    expect(await commit(shop, "b.txt")).toEqual(SILENT);
  });

  it("say nothing where init was never run", async () => {
    const { shop } = await repositoryWithCommit(bench.directory, { ...bench.env });
    for (const command of await stopCommands()) expect(await stop(shop, command)).toEqual(SILENT);
  });

  it("work again once init has run with another Node, without a change to any setting of agents", async () => {
    const [shop] = shops;
    if (shop === undefined) throw new Error("There is no repository");
    const before = await stopCommands();
    const again = await runToEnd(process.execPath, [bench.program, "init", "--yes"], {
      cwd: shop.root,
      env: bench.env,
    });
    expect(again.code, again.err).toBe(0);
    expect(await stopCommands()).toEqual(before);
    const [, codex = ""] = before;
    expect(await stop(shop, codex)).toEqual({ ...SILENT, out: "{}\n" });
  });
});
