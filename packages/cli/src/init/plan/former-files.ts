import { CountersignError } from "@countersign/core";
import { parseJsonText } from "../../config-file/config-file.ts";
import { removeBlock } from "../edits/block-edit.ts";
import type { JsonAddition } from "../edits/edit.ts";
import { isOurServer, readJsonValue, removeFromJson } from "../edits/json-edit.ts";
import { splitByteOrderMark } from "../edits/text-format.ts";
import type { KnownAgent } from "../hosts/find-agents.ts";
import { GUIDE_MARKS } from "../hosts/guide-file.ts";
import { PLUGIN_HEAD } from "../hosts/plugin-calls.ts";

/** A file of a repository that may hold entries of ours, and how they are taken out of its text. */
type OwnFile = {
  name: string;
  /** The agent that release 0.1 wrote it for; null for the guide, which belongs in a repository. */
  agent: KnownAgent["id"] | null;
  /** The text without our entries; null where nothing else is in it. */
  take(text: string): string | null;
};

const CLAUDE_EVENTS = {
  SessionStart: "session-start",
  UserPromptSubmit: "user-prompt-submit",
  PostToolUse: "post-tool-use",
  Stop: "stop",
  SubagentStop: "subagent-stop",
};
const { PostToolUse: _, ...CODEX_EVENTS } = CLAUDE_EVENTS;

/** Entries that release 0.1 wrote into repositories, and the guide. */
export const FORMER_FILES: readonly OwnFile[] = [
  {
    name: ".claude/settings.json",
    agent: "claude-code",
    take: (text) => takeJson(text, hooks("claude-code", CLAUDE_EVENTS)),
  },
  {
    name: ".mcp.json",
    agent: "claude-code",
    take: (text) => takeServer(text, ["mcpServers", "countersign"]),
  },
  {
    name: ".codex/hooks.json",
    agent: "codex",
    take: (text) => takeJson(text, hooks("codex", CODEX_EVENTS)),
  },
  {
    name: ".codex/config.toml",
    agent: "codex",
    take: (text) => takeLines(text, { begin: "# countersign: begin", end: "# countersign: end" }),
  },
  {
    name: ".opencode/plugins/countersign.ts",
    agent: "opencode",
    take: (text) => (text.startsWith(PLUGIN_HEAD) ? null : text),
  },
  ...["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"].map(
    (name) => ({
      name,
      agent: "opencode" as const,
      take: (text: string) => takeServer(text, ["mcp", "countersign"]),
    }),
  ),
  { name: "AGENTS.md", agent: null, take: (text) => takeLines(text, GUIDE_MARKS) },
];

function hooks(agent: string, events: Readonly<Record<string, string>>): JsonAddition[] {
  return Object.entries(events).map(([event, ours]) => ({
    adds: "hook",
    event,
    matcher: null,
    command: "",
    ending: ` hook ${agent} ${ours}`,
    timeout: 0,
  }));
}

function takeServer(text: string, at: string[]): string | null {
  const value = readJsonValue(parsed(text), at);
  return isOurServer(value) ? takeJson(text, [{ adds: "value", at, value: null }]) : text;
}

/** A text that is no JSON is left as it is. OpenCode adds `$schema` by itself to what we made. */
function takeJson(text: string, additions: readonly JsonAddition[]): string | null {
  if (parsed(text) === undefined) return text;
  const hasOurs = removeFromJson(text, additions, { before: text, name: "" }) !== text;
  if (!hasOurs) return text;
  const rest = removeFromJson(text, additions, { before: null, name: "" });
  const keys = Object.keys(Object(parsed(rest)));
  return keys.every((key) => key === "$schema") ? null : rest;
}

function takeLines(text: string, marks: { begin: string; end: string }): string | null {
  const rest = removeBlock(text, { ...marks, lines: [], place: "end", first: null });
  return rest !== text && rest.trim() === "" ? null : rest;
}

function parsed(text: string): unknown {
  try {
    return parseJsonText(splitByteOrderMark(text).body, "");
  } catch (error) {
    if (error instanceof CountersignError) return undefined;
    throw error;
  }
}
