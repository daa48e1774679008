import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findParentAgent, type RunningProgram } from "./parent-agent.ts";

const execute = promisify(execFile);
const MODULE = fileURLToPath(new URL("parent-agent.ts", import.meta.url));
const ASK = `import { findParentAgent } from ${JSON.stringify(MODULE)}; console.log(findParentAgent());`;

function chain(...programs: string[][]) {
  return (pid: number): RunningProgram | null => {
    const words = programs[programs.length - pid + 1];
    return words === undefined ? null : { parent: pid - 1, words };
  };
}

describe("agentAbove", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "countersign-above-"));
    await symlink("/bin/sh", join(folder, "codex"));
    await symlink("/bin/sh", join(folder, "zsh"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ["codex", "codex"],
    ["zsh", null],
  ])("looks at real processes: below %s", async (program, agent) => {
    const script = `"$NODE" --input-type=module -e "$ASK"; true`;
    const env = { ...process.env, NODE: process.execPath, ASK };
    const { stdout } = await execute(join(folder, program), ["-c", script], { env });
    // Whoever runs these tests may be an agent itself.
    const above = findParentAgent();
    expect(stdout.trim()).toBe(String(agent ?? above));
  });

  it.each([
    ["a program", [["bash"], ["/usr/local/bin/claude"], ["login"]], "claude"],
    ["a script of a runtime", [["zsh"], ["node", "/opt/bin/gemini", "-p", "x"]], "gemini"],
    ["a package", [["sh"], ["node", "/lib/node_modules/@openai/codex/bin/run.js"]], "run"],
    ["GitHub Copilot CLI", [["bash"], ["/x/@github/copilot-linux-x64/copilot", "-p"]], "copilot"],
    ["nothing of the kind", [["bash"], ["tmux"], ["login"]], null],
    ["an argument that is only named so", [["vim", "notes", "claude"], ["bash"]], null],
  ])("finds %s", (_, programs, agent) => {
    expect(findParentAgent(programs.length + 1, chain(...programs))).toBe(agent);
  });

  it("ends where the processes go round in a circle", () => {
    expect(findParentAgent(5, () => ({ parent: 5, words: ["bash"] }))).toBeNull();
  });
});
