import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../testing/bench.ts";
import { tell } from "../testing/in-process.ts";
import { writeFormerLayout } from "./testing/former-layout.ts";
import { openWorkshop, type Workshop } from "./testing/repositories.ts";
import { snapshot } from "./testing/snapshot.ts";

const AGENTS = ["--agents", "claude,codex,opencode"];

let bench: Bench;
let shop: Workshop;
let linked = "";
let count = 0;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

/** A repository with settings of its own and a worktree. */
beforeEach(async () => {
  count += 1;
  const root = join(bench.directory, `place-${count}`, "shop");
  const home = join(bench.directory, `home-${count}`);
  await mkdir(root, { recursive: true });
  await mkdir(home);
  shop = openWorkshop(root, home, { ...bench.env, HOME: home });
  await shop.git("init", "--quiet", "--initial-branch=main");
  await shop.write(".claude/settings.json", '// mine\n{\n\t"model": "opus",\n\t"hooks": {}\n}\n');
  await shop.write("AGENTS.md", "# Agents\n");
  await shop.write("countersign.json", '{ "version": 1 }\n');
  await shop.git("add", "-A");
  await shop.git("commit", "--quiet", "-m", "first");
  linked = join(root, "..", "linked");
  await shop.git("worktree", "add", "--quiet", "-b", "work", linked);
});

async function init(...args: string[]) {
  const env = { ...bench.env, HOME: shop.home };
  const ended = await tell(["init", "--yes", "--json", ...args], {
    directory: shop.root,
    env,
    program: bench.program,
  });
  expect(ended.code, ended.err).toBe(0);
  return JSON.parse(ended.out).data;
}

const status = async () => ({
  main: await shop.git("status", "--porcelain"),
  linked: await shop.git("-C", linked, "status", "--porcelain"),
});

const GUIDE_ONLY = { main: " M AGENTS.md\n", linked: " M AGENTS.md\n" };

describe("a repository that release 0.1 set up", () => {
  it("is given back by init in all its worktrees, and its agents are connected for the user", async () => {
    await writeFormerLayout([shop.root, linked], bench.data);
    expect((await status()).linked).toContain("?? .mcp.json\n");
    const planned = await init("--dry-run", ...AGENTS);
    const { steps } = await init(...AGENTS);
    expect(planned.steps).toEqual(steps);
    expect(steps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: "restore", detail: ".claude/settings.json" }),
        expect.objectContaining({ what: "remove", detail: ".mcp.json" }),
        expect.objectContaining({ what: "new", detail: "~/.claude/settings.json" }),
      ]),
    );
    expect(await status()).toEqual(GUIDE_ONLY);
    const hooks = await readFile(join(shop.home, ".claude", "settings.json"), "utf8");
    expect(hooks).toContain(`${bench.data}/bin/countersign hook claude-code stop user`);

    const again = await init(...AGENTS);
    expect(again.steps.map(({ what }: { what: string }) => what)).not.toContain("remove");
    await init("--undo");
    expect(await status()).toEqual({ main: "", linked: "" });
    expect(await snapshot(shop.home)).toEqual({});
  });

  it("loses entries that nobody has a record of, and keeps everything else", async () => {
    await writeFormerLayout([shop.root], bench.data);
    for (const name of await readdir(join(bench.data, "inits")))
      await rm(join(bench.data, "inits", name));
    await shop.write("opencode.json", await withSchema());
    await init(...AGENTS);
    expect((await status()).main).toBe(" M .claude/settings.json\n M AGENTS.md\n");
    expect(await readFile(join(shop.root, ".claude", "settings.json"), "utf8")).toContain(
      "// mine",
    );
    await init("--undo");
  });

  it("keeps the entries of agents that are not connected now", async () => {
    await writeFormerLayout([shop.root], bench.data);
    await init("--agents", "claude");
    expect((await status()).main).toContain("?? .codex/");
    expect((await status()).main).not.toContain(".mcp.json");
    await init("--undo");
  });
});

/** OpenCode adds this key to its file by itself. */
async function withSchema(): Promise<string> {
  const text = await readFile(join(shop.root, "opencode.json"), "utf8");
  return text.replace("{", '{\n  "$schema": "https://opencode.ai/config.json",');
}
