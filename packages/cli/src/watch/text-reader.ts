import { readActions, type Suggestion, type TextAction } from "@countersign/core";

export type TextForms = Parameters<typeof readActions>[1];
export type FoundText = { actions: TextAction[]; suggestions: Suggestion[] };

/** Reads lines as they come and says what they ask for, each once. */
export type TextReader = { read(lines: readonly string[]): FoundText };

/** Not a valid task id. */
const PROBE = "approved task probe-0";
const MAX_OPEN = 49_152;
const MAX_GROUP = 12_288;

/** A transcript: each message of the agent is a text of its own. */
export function createTranscriptReader(forms: TextForms): TextReader {
  return {
    read(lines) {
      const found = lines.flatMap(agentTexts).map((text) => readActions(text, forms));
      return {
        actions: found.flatMap(({ actions }) => actions),
        suggestions: found.flatMap(({ suggestions }) => suggestions),
      };
    },
  };
}

/**
 * A plain log: what was opened in earlier lines, such as a code block or a quotation, goes on in later
 * ones. What stays open for too long is never acted on again.
 */
export function createPlainReader(forms: TextForms): TextReader {
  let open: readonly string[] = [];
  const readSome = (lines: readonly string[]): FoundText => {
    const all = [...open, ...lines];
    const isNew = ({ line }: { line: number }) => line > all.length - lines.length;
    const { actions, suggestions } = readActions(closed(all), forms);
    open = standsFree(all) ? [] : cut(all);
    return { actions: actions.filter(isNew), suggestions: suggestions.filter(isNew) };
  };
  return {
    read(lines) {
      const found = groupsOf(lines).map(readSome);
      return {
        actions: found.flatMap(({ actions }) => actions),
        suggestions: found.flatMap(({ suggestions }) => suggestions),
      };
    },
  };
}

const ALL: TextForms = { structured: true, naturalLanguage: "act" };

/** Whether the next line would stand for itself, so that nothing before it matters any more. */
function standsFree(lines: readonly string[]): boolean {
  const { actions } = readActions(closed([...lines, PROBE]), ALL);
  return actions.some(({ task, line }) => task === "probe-0" && line === lines.length + 1);
}

/** The text as if every element that is still open ended here: what is in it may be closed only later. */
function closed(lines: readonly string[]): string {
  return [...lines, ...openTags(lines).map((tag) => `</${tag}>`)].join("\n");
}

/** Beyond what is read at once the core answers "too long", and so nothing acts. */
function cut(lines: readonly string[]): readonly string[] {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return length <= MAX_OPEN ? lines : [" ".repeat(MAX_OPEN + 1)];
}

/** Lines in groups that can be read at once, whatever is still open. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = MAX_GROUP;
  for (const line of lines) {
    if (length + line.length > MAX_GROUP) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(line);
    length += line.length + 1;
  }
  return groups;
}

const OPENING =
  /^[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*<([A-Za-z][A-Za-z0-9_-]{0,60})(?=[\s/>]|$)/;
const CLOSING = /<\/([A-Za-z][A-Za-z0-9_-]{0,60})/g;
const NEVER_CLOSED: ReadonlySet<string> = new Set([
  "br",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "wbr",
]);

type TagCounts = { opened: number; closed: number; lastOpened: number; lastClosed: number };

/** The elements that began at the start of a line and have not ended. */
function openTags(lines: readonly string[]): string[] {
  const seen = new Map<string, TagCounts>();
  const about = (tag: string): TagCounts => {
    const known = seen.get(tag) ?? { opened: 0, closed: 0, lastOpened: -1, lastClosed: -1 };
    seen.set(tag, known);
    return known;
  };
  for (const [at, line] of lines.entries()) {
    const tag = OPENING.exec(line)?.[1]?.toLowerCase();
    if (tag !== undefined) {
      const known = about(tag);
      known.opened += 1;
      known.lastOpened = at;
    }
    for (const [, name = ""] of line.matchAll(CLOSING)) {
      const known = about(name.toLowerCase());
      known.closed += 1;
      known.lastClosed = at;
    }
  }
  const isOpen = ({ opened, closed, lastOpened, lastClosed }: TagCounts): boolean =>
    opened > closed || lastOpened > lastClosed;
  return [...seen]
    .filter(([tag, one]) => isOpen(one) && !NEVER_CLOSED.has(tag))
    .map(([tag]) => tag);
}

/** Parts of a message that are said; calls of tools, their results and thoughts are not. */
const SAID: ReadonlySet<unknown> = new Set(["text", "output_text"]);

/**
 * What the agent itself said in one line of a transcript; nothing for what people, tools and its helpers
 * said, and for lines that are no transcript.
 *
 * Known are the transcripts of Claude Code and of Codex, and plain `{"role", "content"}`.
 */
export function agentTexts(line: string): string[] {
  const message = messageIn(parse(line));
  if (message === null || message.role !== "assistant") return [];
  const { content } = message;
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isObject).flatMap((part) => {
    return SAID.has(part.type) && typeof part.text === "string" ? [part.text] : [];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function messageIn(entry: unknown): Fields | null {
  if (!isObject(entry)) return null;
  if (entry.isSidechain === true) return null; // a helper's conversation, not the agent's
  if (entry.type === "assistant") return isObject(entry.message) ? entry.message : null;
  if (entry.type === "response_item") {
    const { payload } = entry;
    return isObject(payload) && payload.type === "message" ? payload : null;
  }
  return entry.type === undefined || entry.type === "message" ? entry : null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
