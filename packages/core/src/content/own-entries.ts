/**
 * Entries that countersign adds to files of a repository: those of release 0.1 for agents, and lines in the
 * guide.
 */
type OwnFile = { path: string; take: (text: string) => Taken };

/**
 * The content without countersign's entries, in a comparable form. `rest` is null if there is no other content.
 */
type Taken = { hasOurs: boolean; rest: string | null };

const HOOK = / hook (?:claude-code|codex) [a-z-]+$/;
const SERVER = /"mcp","--agent",/;
const PLUGIN = "// Written by countersign init;";

const OWN_FILES: readonly OwnFile[] = [
  { path: ".claude/settings.json", take: (text) => takeJson(text, takeHooks) },
  { path: ".codex/hooks.json", take: (text) => takeJson(text, takeHooks) },
  { path: ".mcp.json", take: (text) => takeJson(text, takeServer("mcpServers")) },
  ...["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"].map(
    (path) => ({ path, take: (text: string) => takeJson(text, takeServer("mcp")) }),
  ),
  {
    path: ".codex/config.toml",
    take: (text) => takeLines(text, ["# countersign: begin", "# countersign: end"]),
  },
  {
    path: ".opencode/plugins/countersign.ts",
    take: (text) => {
      const hasOurs = text.startsWith(PLUGIN);
      return { hasOurs, rest: hasOurs ? null : text };
    },
  },
  {
    path: "AGENTS.md",
    take: (text) => takeLines(text, ["<!-- countersign -->", "<!-- /countersign -->"]),
  },
];

/** Paths in a repository that may contain countersign's entries. */
export const OWN_ENTRY_PATHS: readonly string[] = OWN_FILES.map(({ path }) => path);

/** Returns true if a file contains countersign's entries. */
export function hasOwnEntries(path: string, text: string): boolean {
  return OWN_FILES.find((file) => file.path === path)?.take(text).hasOurs === true;
}

/**
 * Returns true if two versions of a file differ only in countersign's entries. Null means that the file does not
 * exist.
 */
export function differsInOwnEntriesOnly(
  path: string,
  before: string | null,
  after: string | null,
): boolean {
  const own = OWN_FILES.find((file) => file.path === path);
  if (own === undefined || before === after) return false;
  const [was, is] = [before, after].map((text) => (text === null ? ABSENT : own.take(text)));
  return (was?.hasOurs === true || is?.hasOurs === true) && was?.rest === is?.rest;
}

const ABSENT: Taken = { hasOurs: false, rest: null };

type JsonRecord = { [key: string]: unknown };
type Take = (value: JsonRecord) => JsonRecord;

/** A text that is not a JSON object is not ours. OpenCode adds `$schema` itself. */
function takeJson(text: string, take: Take): Taken {
  const value = parseLoosely(text);
  if (!isRecord(value)) return { hasOurs: false, rest: text };
  const [whole, rest] = [JSON.stringify(pruned(value)), pruned(take(value))];
  const hasOurs = JSON.stringify(rest) !== whole;
  const isEmpty = Object.keys(rest).every((key) => key === "$schema");
  return { hasOurs, rest: isEmpty ? null : JSON.stringify(rest) };
}

function takeHooks(value: JsonRecord): JsonRecord {
  if (!isRecord(value.hooks)) return value;
  const events = Object.entries(value.hooks).map(([event, groups]) => [
    event,
    Array.isArray(groups) ? groups.flatMap(withoutOurs) : groups,
  ]);
  return { ...value, hooks: Object.fromEntries(events) };
}

function withoutOurs(group: unknown): unknown[] {
  if (!isRecord(group) || !Array.isArray(group.hooks)) return [group];
  const hooks = group.hooks.filter(
    (hook) => !(isRecord(hook) && typeof hook.command === "string" && HOOK.test(hook.command)),
  );
  return hooks.length === 0 && group.hooks.length > 0 ? [] : [{ ...group, hooks }];
}

function takeServer(key: string): Take {
  return (value) => {
    const servers = value[key];
    if (!isRecord(servers) || !SERVER.test(JSON.stringify(servers.countersign ?? null)))
      return value;
    const { countersign: _, ...others } = servers;
    return { ...value, [key]: others };
  };
}

/** Removes empty objects and lists. */
function pruned(value: JsonRecord): JsonRecord {
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    isRecord(inner) ? pruned(inner) : inner,
  ]);
  return Object.fromEntries(entries.filter(([, inner]) => !isHollow(inner)));
}

function isHollow(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}

function takeLines(text: string, [begin, end]: readonly [string, string]): Taken {
  const lines = text.split(/\r?\n/);
  const from = lines.indexOf(begin);
  const to = from === -1 ? -1 : lines.indexOf(end, from);
  const others = to === -1 ? lines : [...lines.slice(0, from), ...lines.slice(to + 1)];
  const rest = others.join("\n").trim();
  return { hasOurs: to !== -1, rest: rest === "" ? null : rest };
}

const COMMENTS = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const LAST_COMMAS = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

/** Parses JSON with comments and trailing commas. Returns undefined for other text. */
function parseLoosely(text: string): unknown {
  const keepStrings = (token: string) => (token.startsWith('"') ? token : "");
  const plain = text
    .replace(/^\uFEFF/, "")
    .replaceAll(COMMENTS, keepStrings)
    .replaceAll(LAST_COMMAS, keepStrings);
  try {
    return plain.trim() === "" ? {} : JSON.parse(plain);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
