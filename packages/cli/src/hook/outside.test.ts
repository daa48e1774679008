import { mkdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initFile } from "../local-engine/files/init-file.ts";
import { writePrivate } from "../local-engine/files/private-file.ts";
import { type Bench, openBench } from "../testing/bench.ts";

let bench: Bench;
let plain = "";
let worktree = "";
beforeAll(async () => {
  bench = await openBench();
  await bench.git("commit", "--quiet", "--allow-empty", "-m", "Begin");
  worktree = join(bench.directory, "linked");
  await bench.git("worktree", "add", "--quiet", "-b", "linked", worktree);
  plain = join(bench.directory, "plain");
  await mkdir(plain);
});
afterAll(async () => {
  await bench.close();
});

const hook = (agent: string, event: string, cwd: string) =>
  bench.run(["hook", agent, event], {
    cwd,
    input: JSON.stringify({ session_id: "s1", cwd, tool_name: "Write" }),
  });

const SILENT = { code: 0, out: "", err: "" };

describe("hooks outside the repositories that were set up", () => {
  it.each([
    ["claude-code", "session-start"],
    ["claude-code", "stop"],
    ["codex", "session-start"],
    ["codex", "stop"],
    ["gemini", "before-agent"],
    ["gemini", "after-agent"],
    ["opencode", "session-idle"],
  ])("%s %s says nothing at all and leaves nothing behind", async (agent, event) => {
    for (const cwd of [plain, bench.repository, worktree])
      expect(await hook(agent, event, cwd)).toEqual(SILENT);
    expect(await isThere(join(bench.data, "hooks"))).toBe(false);
  });

  it("end before the hook itself is loaded", async () => {
    const list = join(bench.directory, "loaded.txt");
    const listen = `
      import { appendFileSync } from "node:fs";
      import { registerHooks } from "node:module";
      registerHooks({
        load(url, context, next) {
          appendFileSync(${JSON.stringify(list)}, url + "\\n");
          return next(url, context);
        },
      });`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(listen)}` };
    for (const cwd of [plain, bench.repository, worktree])
      await bench.run(["hook", "claude-code", "stop"], { cwd, env, input: "{}" });
    const loaded = (await readFile(list, "utf8")).split("\n").filter((url) => /^file:/.test(url));
    expect(new Set(loaded.map((url) => basename(url)))).toEqual(
      new Set(["main.mjs", "start-hook.mjs"]),
    );
  });
});

describe("hooks in a repository that was set up", () => {
  it("act in its directory and in any of its worktrees", async () => {
    const common = join(bench.repository, ".git");
    await writePrivate(initFile(bench.data, { common }), {});
    for (const cwd of [bench.repository, worktree])
      expect(await hook("codex", "session-start", cwd)).toEqual({ ...SILENT, out: "{}\n" });
    expect(await isThere(join(bench.data, "hooks", "sessions"))).toBe(true);
    expect(await hook("codex", "session-start", plain)).toEqual(SILENT);
  });
});

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
