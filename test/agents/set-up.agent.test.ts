import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launcherPath } from "../../packages/cli/src/launcher/launcher.ts";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { PROGRAMS } from "./agents.ts";

const execute = promisify(execFile);

let bench: Bench;

let worktree = "";

/** Asks an agent's own program about what it finds in a worktree. */
async function ask(program: string, ...args: string[]): Promise<string> {
  const cwd = worktree;
  const { env } = bench;
  const { stdout, stderr } = await execute(join(PROGRAMS, program), args, { cwd, env });
  return `${stdout}${stderr}`;
}

beforeAll(async () => {
  bench = await openBench();
  await bench.write("a.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  const { code, err } = await bench.run(["init", "--yes", "--agents", "claude,codex,gemini"]);
  expect(code, err).toBe(0);
  worktree = join(bench.directory, "worktree");
  await bench.git("worktree", "add", "--quiet", "-b", "work", worktree);
});
afterAll(async () => {
  await bench.close();
});

describe("what init writes", () => {
  it("is read by Claude Code in every worktree, and its server answers", async () => {
    const said = await ask("claude", "mcp", "get", "countersign");
    expect(said).toContain("User config");
    expect(said).toContain("Connected");
    expect(said).toContain(`Command: ${launcherPath(bench.data)}`);
    expect(said).toContain("Args: mcp --agent claude-code");
  });

  it("is read by Codex, which will not ask about each call", async () => {
    const said = await ask("codex", "mcp", "get", "countersign");
    expect(said).toContain(`command: ${launcherPath(bench.data)}`);
    expect(said).toContain("args: mcp --agent codex");
    expect(said).toContain("default_tools_approval_mode: approve");
    expect(said).toMatch(/^\s*env: .*XDG_DATA_HOME=/m);
  });

  it("is read by Gemini CLI as an extension", async () => {
    const said = await ask("gemini", "extensions", "list");
    expect(said).toMatch(/countersign \(\d+\.\d+\.\d+\)/);
    expect(said).toContain("Enabled (Workspace): true");
    expect(said).toMatch(/MCP servers:\s+countersign/);
  });
});

describe("the plugin that the package brings", () => {
  it("is valid for Claude Code", async () => {
    const plugin = join(dirname(bench.program), "plugin");
    expect(await ask("claude", "plugin", "validate", plugin)).toContain("Validation passed");
  });
});
