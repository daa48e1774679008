import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../command-table/commands.ts";
import { VERSION } from "../runtime/version.ts";
import { claudeAgents } from "./claude-agents.ts";

const PLUGIN = fileURLToPath(new URL("../../plugin", import.meta.url));
const TOOLS = fileURLToPath(new URL("../../../mcp/src/tools", import.meta.url));

/** Words of answers that look like tools. */
const GATES = ["needs_fixes", "pass_with_warnings", "wont_fix"];

async function skills(): Promise<[name: string, text: string][]> {
  const names = (await readdir(join(PLUGIN, "skills"))).toSorted();
  return await Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [
        name,
        await readFile(join(PLUGIN, "skills", name, "SKILL.md"), "utf8"),
      ],
    ),
  );
}

describe("the plugin for Claude Code", () => {
  it("has the product's version", async () => {
    const text = await readFile(join(PLUGIN, ".claude-plugin", "plugin.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({ name: "countersign", version: VERSION });
  });

  it("has a skill for each step that an agent takes by itself [R-193]", async () => {
    expect((await skills()).map(([name]) => name)).toEqual([
      "plan-modes",
      "redo",
      "review",
      "review-orchestration",
    ]);
    for (const [name, text] of await skills()) {
      expect(text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: .{40,400}\\n---\\n`));
    }
  });

  it("names only commands and tools that there are", async () => {
    const files = await readdir(TOOLS);
    const tools = files.map((name) => name.replace(".ts", "").replaceAll("-", "_"));
    const commands = [...COMMANDS.flatMap(({ entries }) => entries.map(({ name }) => name))];
    const text = (await skills()).map(([, body]) => body).join("\n");
    const named = [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, word = ""]) => word);
    const typed = [...text.matchAll(/^ {4,}countersign (\w+)/gm)].map(([, word = ""]) => word);
    expect([...tools, ...GATES]).toEqual(expect.arrayContaining(named));
    expect(commands).toEqual(expect.arrayContaining(typed));
  });

  it("has an agent for each shipped reviewer that Claude Code plays, with its rules [R-097] [R-098]", () => {
    const agents = claudeAgents();
    expect(agents.map(([name]) => name)).toEqual([
      "build-reviewer.md",
      "finance-sme.md",
      "design-auditor.md",
      "security-reviewer.md",
      "architecture-reviewer.md",
      "integration-reviewer.md",
      "test-reviewer.md",
    ]);
    const rules = agents.map(([, text]) => text.match(/^- \*\*/gm)?.length ?? 0);
    expect(rules).toEqual([30, 8, 15, 12, 7, 6, 6]);
    for (const [, text] of agents) {
      expect(text).toContain("\ntools: Read, Grep, Glob\n");
      expect(text).not.toContain("..\n");
    }
  });
});
