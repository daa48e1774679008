import { differsInOwnEntriesOnly } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { FORMER_FILES } from "./former-files.ts";

const take = (name: string, text: string) =>
  FORMER_FILES.find((own) => own.name === name)?.take(text) ?? null;

const hook = (command: string) => ({ hooks: [{ type: "command", command }] });
const OURS = hook("/opt/node '/opt/my app/main.mjs' hook claude-code stop");
const json = (value: object) => JSON.stringify(value, null, 2);

describe("what release 0.1 wrote into repositories", () => {
  it.each([
    [".claude/settings.json", json({ hooks: { Stop: [OURS] } })],
    [".mcp.json", json({ mcpServers: { countersign: { args: ["m", "mcp", "--agent", "x"] } } })],
    [".codex/config.toml", "# countersign: begin\n[mcp_servers.countersign]\n# countersign: end\n"],
    [
      ".opencode/plugins/countersign.ts",
      "// Written by countersign init; countersign init --undo removes it.\n",
    ],
    [
      "opencode.json",
      json({ $schema: "https://x", mcp: { countersign: { command: ["mcp", "--agent", "o"] } } }),
    ],
    ["AGENTS.md", "<!-- countersign -->\n## Review\n<!-- /countersign -->\n"],
  ])("leaves nothing of %s where all of it is ours", (name, text) => {
    expect(take(name, text)).toBeNull();
    expect(differsInOwnEntriesOnly(name, null, text)).toBe(true); // and is no part of a change
  });

  it("goes out of a file, and the rest stays", () => {
    const settings = { model: "opus", hooks: { Stop: [hook("mine"), OURS] } };
    expect(take(".claude/settings.json", json(settings))).toBe(
      json({ model: "opus", hooks: { Stop: [hook("mine")] } }),
    );
    const guide = "# Agents\n\n<!-- countersign -->\nx\n<!-- /countersign -->\n";
    expect(take("AGENTS.md", guide)).toBe("# Agents\n");
  });

  it.each([
    [".claude/settings.json", '{ "hooks": {} }'],
    [".claude/settings.json", '{ "hooks": '],
    [".mcp.json", '{ "mcpServers": { "countersign": { "command": "other" } } }'],
    [".opencode/plugins/countersign.ts", "// mine\n"],
    ["opencode.json", "{}"],
    ["AGENTS.md", "# Agents\n"],
  ])("is not seen in %s of somebody else: %s", (name, text) => {
    expect(take(name, text)).toBe(text);
  });
});
