import { quoteShellCommand } from "../../launcher/quote-shell.ts";
import { initFile } from "../../local-engine/files/init-file.ts";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";
import type { JsonAddition } from "../edits/edit.ts";
import { createFileAddition, type FileAddition } from "../edits/file-addition.ts";
import { guideFile } from "../hosts/guide-file.ts";
import { PLUGIN_HEAD } from "../hosts/plugin-calls.ts";
import { isFileChange } from "../plan/confirm-plan.ts";
import { planFiles } from "../plan/plan-files.ts";
import { writeFileChanges } from "../plan/write-file-changes.ts";

const NODE = "/opt/node-22/bin/node";
const PROGRAM = "/opt/lib/countersign 0.1/dist/main.mjs";

/** Sets worktrees of one repository up as release 0.1 did, with its record of what was there before. */
export async function writeFormerLayout(roots: readonly string[], data: string): Promise<void> {
  const additions = roots.flatMap(formerAdditions);
  const changes = (await planFiles(additions, { own: null, others: [] })).filter(isFileChange);
  await writeFileChanges(changes);
  const files = changes.map(({ done }) => done);
  const place = await findWorkplace(roots[0] ?? "");
  await writePrivate(initFile(data, place), { files, registered: null, beads: null });
}

function formerAdditions(root: string): FileAddition[] {
  const base = { folder: root, prefix: "" };
  const json = (name: string, additions: JsonAddition[]) =>
    createFileAddition(base, name, { says: "", edit: { kind: "json", additions } });
  const args = (agent: string) => [PROGRAM, "mcp", "--agent", agent];
  const server = { command: NODE, args: args("claude-code") };
  const local = { type: "local", command: [NODE, ...args("opencode")], enabled: true };
  const block = {
    begin: "# countersign: begin",
    end: "# countersign: end",
    lines: ["[mcp_servers.countersign]", `command = ${JSON.stringify(NODE)}`],
    place: "end" as const,
    first: null,
  };
  return [
    json(".claude/settings.json", formerHooks("claude-code", ["SessionStart", "Stop"])),
    json(".mcp.json", [{ adds: "value", at: ["mcpServers", "countersign"], value: server }]),
    json(".codex/hooks.json", formerHooks("codex", ["SessionStart", "Stop"])),
    createFileAddition(base, ".codex/config.toml", { says: "", edit: { kind: "block", block } }),
    createFileAddition(base, ".opencode/plugins/countersign.ts", {
      says: "",
      edit: { kind: "whole", text: `${PLUGIN_HEAD}\nconst NODE = ${JSON.stringify(NODE)};\n` },
    }),
    json("opencode.json", [{ adds: "value", at: ["mcp", "countersign"], value: local }]),
    guideFile(base),
  ];
}

function formerHooks(agent: string, events: readonly string[]): JsonAddition[] {
  return events.map((event) => {
    const ours = event === "Stop" ? "stop" : "session-start";
    return {
      adds: "hook",
      event,
      matcher: null,
      command: quoteShellCommand([NODE, PROGRAM, "hook", agent, ours]),
      ending: ` hook ${agent} ${ours}`,
      timeout: 5,
    };
  });
}
