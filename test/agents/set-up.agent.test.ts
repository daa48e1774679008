import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { PROGRAMS } from "./agents.ts";

const execute = promisify(execFile);

let bench: Bench;

/** Asks an agent's own program about what it finds in the repository. */
async function ask(program: string, ...args: string[]): Promise<string> {
  const { repository: cwd, env } = bench;
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
  const codex = join(bench.directory, ".codex");
  await mkdir(codex);
  const trusted = `[projects.${JSON.stringify(bench.repository)}]\ntrust_level = "trusted"\n`;
  await writeFile(join(codex, "config.toml"), trusted);
});
afterAll(async () => {
  await bench.close();
});

describe("what init writes", () => {
  it("is read by Claude Code, which asks its person before it starts the server", async () => {
    const said = await ask("claude", "mcp", "get", "countersign");
    expect(said).toContain("Project config");
    expect(said).toContain("Pending approval");
    expect(said).toContain(`${bench.program} mcp --agent claude-code`);
  });

  it("is read by Codex, which will not ask about each call", async () => {
    const said = await ask("codex", "mcp", "get", "countersign");
    expect(said).toContain(`args: ${bench.program} mcp --agent codex`);
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
