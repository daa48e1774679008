import { followMarks } from "./inline-marks.ts";

/** The Markdown context of a line, in which its text is a quotation or an example. */
type Inside = "in_fence" | "in_comment" | "in_quote" | "in_code" | "in_tag" | "odd_break";

/** A line without trailing spaces, its number from 1, and the construct around it; null for plain text. */
export type ContextLine = { text: string; line: number; inside: Inside | null };

/** The constructs that are open before a line. `quoted`, `code` and `html` last until the next empty line. */
type State = {
  fence: CodeFence | null;
  comment: boolean;
  /** A quoted paragraph continues without its marks. */
  quoted: boolean;
  code: boolean;
  /** A paragraph that starts with a tag. Fences in it do not count. */
  html: boolean;
  /** The last line of an element that began at the start of a line. */
  tagEnd: number;
  quote: string | null;
};

const EMPTY = /^[ \t]*$/;
const QUOTED = /^[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*>/;
const HTML =
  /^[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*<(?:[!?/]|([A-Za-z][A-Za-z0-9_-]{0,60})(?=[\s/>]|$))/;
const CLOSING_TAGS = /<\/([A-Za-z][A-Za-z0-9_-]{0,60})/g;
const RAW_TEXT: ReadonlySet<string> = new Set(["pre", "script", "style", "textarea"]);

/**
 * Splits a text into lines with the construct around each: fenced or inline code, a block quote, quotation marks,
 * an HTML comment, an element.
 *
 * A doubtful line counts as inside: ignoring a real marker costs a suggestion, but acting on a quoted one costs
 * an approval.
 */
export function contextLines(text: string): ContextLine[] {
  if (/\r(?!\n)/.test(text)) {
    const lines = text.split(/\r\n|\r|\n/);
    return lines.map((line, at) => ({
      text: line,
      line: at + 1,
      inside: "odd_break",
    }));
  }
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const tags = lastClosingTags(lines);
  const state: State = {
    fence: null,
    comment: false,
    quoted: false,
    code: false,
    html: false,
    tagEnd: -1,
    quote: null,
  };
  return lines.map((line, at) => {
    if (!state.fence) enter(state, line, { at, tags });
    return { text: trimEnd(line), line: at + 1, inside: step(state, line, at) };
  });
}

function trimEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === " " || line[end - 1] === "\t") end -= 1;
  return line.slice(0, end);
}

function lastClosingTags(lines: readonly string[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    for (const [, tag = ""] of line.matchAll(CLOSING_TAGS)) last.set(tag.toLowerCase(), at);
  }
  return last;
}

/** Records the constructs that start or end with this line, before the line itself is judged. */
function enter(
  state: State,
  line: string,
  { at, tags }: { at: number; tags: ReadonlyMap<string, number> },
): void {
  if (EMPTY.test(line)) {
    state.quoted = false;
    state.code = false;
    state.html = false;
    return;
  }
  if (QUOTED.test(line)) state.quoted = true;
  const html = HTML.exec(line);
  if (!html) return;

  state.html = true;
  const tag = html[1]?.toLowerCase() ?? "";
  const closed = tags.get(tag) ?? -1;
  const end = closed <= at && RAW_TEXT.has(tag) ? Number.POSITIVE_INFINITY : closed;
  if (end > at) state.tagEnd = Math.max(state.tagEnd, end);
}

function step(state: State, line: string, at: number): Inside | null {
  if (state.fence) {
    state.fence = afterLine(state.fence, line);
    return "in_fence";
  }
  const inTag = at <= state.tagEnd;
  const fence = openingFence(line);
  if (fence) {
    // With this indentation it may be inline code until the end of its paragraph.
    if (fence.indent > 3) state.code = true;
    state.fence = state.comment || state.html || inTag ? ENDLESS : fence;
    return "in_fence";
  }
  const inside = insideOf(state, inTag);
  // The quotation marks of a marker belong to the marker.
  if (inside !== null || !line.startsWith("REVIEW::")) follow(state, line);
  return inside;
}

function insideOf(state: State, inTag: boolean): Inside | null {
  if (state.comment) return "in_comment";
  if (state.code) return "in_code";
  if (state.quoted || state.quote !== null) return "in_quote";
  return inTag ? "in_tag" : null;
}

/** A comment that its paragraph does not close is none, so its lines are read both ways. */
function follow(state: State, line: string): void {
  const plain = followMarks(line, { comment: false, quote: state.quote });
  const after = followMarks(line, {
    comment: state.comment,
    quote: state.quote,
  });
  state.code ||= plain.code || after.code;
  state.comment = plain.comment || after.comment;
  state.quote = after.quote;
}

/** An open code fence. */
type CodeFence = { indent: number; mark: string; length: number };

/** A fence that no line ends, for text that Markdown parsers read differently. */
const ENDLESS: CodeFence = { indent: 0, mark: "", length: 0 };

const OPENING = /^([ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/s;
const ENDING = /^( *)(`{3,}|~{3,})[ \t]*$/;

/** Reads a line as the start of fenced code. Backticks after the opening ones make it inline code. */
function openingFence(line: string): CodeFence | null {
  const [, indent = "", run = "", rest = ""] = OPENING.exec(line) ?? [];
  if (run === "" || (run.startsWith("`") && rest.includes("`"))) return null;
  if (indent.includes("\t")) return ENDLESS;
  return { indent: indent.length, mark: run.slice(0, 1), length: run.length };
}

/**
 * Returns the fence that is open after one more line, or null.
 *
 * A fence at the margin ends as Markdown says. An indented one may belong to a list and end with it, or
 * be no fence at all; so anything less than a clean end makes it endless.
 */
function afterLine(fence: CodeFence, line: string): CodeFence | null {
  if (fence === ENDLESS) return ENDLESS;
  const [, indent = "", run = ""] = ENDING.exec(line) ?? [];
  const ends = run.startsWith(fence.mark) && run.length >= fence.length;
  if (fence.indent === 0) return ends && indent.length <= 3 ? null : fence;

  if (!/^[ \t]*$/.test(line) && !line.startsWith(" ".repeat(fence.indent))) return ENDLESS;
  const opening = openingFence(line);
  if (opening && opening.indent !== fence.indent) return ENDLESS;
  return ends ? null : fence;
}
