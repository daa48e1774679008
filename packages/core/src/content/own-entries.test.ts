import { describe, expect, it } from "vitest";
import { differsInOwnEntriesOnly as differs } from "./own-entries.ts";

const hook = (command: string) => ({ hooks: [{ type: "command", command }] });
const OURS = hook("/opt/node '/opt/my app/main.mjs' hook claude-code stop");
const json = (value: object) => JSON.stringify(value, null, 2);
const SERVER = { command: "/opt/node", args: ["/opt/main.mjs", "mcp", "--agent", "claude-code"] };
const OPENCODE = { type: "local", command: ["/opt/node", "/m.mjs", "mcp", "--agent", "opencode"] };
const BLOCK = "# countersign: begin\n[mcp_servers.countersign]\n# countersign: end\n";
const GUIDE = "<!-- countersign -->\n## Review\n<!-- /countersign -->\n";
const PLUGIN = "// Written by countersign init; countersign init --undo removes it.\n";

describe("entries of ours in a repository's files", () => {
  it.each([
    [".claude/settings.json", null, json({ hooks: { Stop: [OURS] } })],
    [
      ".claude/settings.json",
      '{ "model": "opus", /* mine */ "hooks": { "Stop": [], }, }',
      json({ model: "opus", hooks: { Stop: [OURS] } }),
    ],
    [
      ".codex/hooks.json",
      json({ hooks: { Stop: [hook("mine")] } }),
      json({
        hooks: {
          Stop: [hook("mine"), hook("x hook codex stop")],
          SubagentStop: [hook("x hook codex subagent-stop")],
        },
      }),
    ],
    [".mcp.json", json({ mcpServers: { countersign: SERVER } }), null],
    [".mcp.json", "{}", json({ mcpServers: { countersign: SERVER } })],
    ["opencode.json", null, json({ $schema: "https://x", mcp: { countersign: OPENCODE } })],
    [".codex/config.toml", 'model = "x"\r\n', `model = "x"\r\n\r\n${BLOCK}`],
    [".opencode/plugins/countersign.ts", null, PLUGIN],
    ["AGENTS.md", "# Agents\n", `# Agents\n\n${GUIDE}`],
  ])("are all that differs in %s", (path, before, after) => {
    expect(differs(path, before, after)).toBe(true);
    expect(differs(path, after, before)).toBe(true);
  });

  it.each([
    [
      "something else changed too",
      ".claude/settings.json",
      "{}",
      json({ model: "x", hooks: { Stop: [OURS] } }),
    ],
    [
      "a hook of somebody else",
      ".claude/settings.json",
      null,
      json({ hooks: { Stop: [hook("evil; hook claude-code stop || x")] } }),
    ],
    [
      "another server of our name",
      ".mcp.json",
      null,
      json({ mcpServers: { countersign: { command: "evil" } } }),
    ],
    ["only the spaces changed", ".mcp.json", "{}", "{ }"],
    ["it is no JSON", ".mcp.json", null, '{ "mcpServers": "mcp","--agent",'],
    ["it is a list", ".mcp.json", null, "[]"],
    [
      "hooks are no list",
      ".claude/settings.json",
      null,
      json({ hooks: { Stop: "x hook codex stop" } }),
    ],
    ["hooks are no object", ".claude/settings.json", null, json({ hooks: "x" })],
    [
      "a group is none",
      ".claude/settings.json",
      null,
      json({ hooks: { Stop: ["x hook codex stop"] } }),
    ],
    ["one mark is missing", "AGENTS.md", null, "<!-- countersign -->\nx\n"],
    ["another text outside the marks", "AGENTS.md", "# Agents\n", `# Rules\n${GUIDE}`],
    ["a plugin of another author", ".opencode/plugins/countersign.ts", null, "// mine\n"],
    [
      "a file that is never ours",
      "src/.mcp.json",
      null,
      json({ mcpServers: { countersign: SERVER } }),
    ],
    ["nothing differs", "AGENTS.md", GUIDE, GUIDE],
  ])("are not all that differs: %s", (_, path, before, after) => {
    expect(differs(path, before, after)).toBe(false);
  });
});
