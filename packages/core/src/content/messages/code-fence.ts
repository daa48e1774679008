/** Fenced code that is open. */
export type CodeFence = { indent: number; mark: string; length: number };

/** No line ends it: used where two readers of Markdown would disagree about what follows. */
export const ENDLESS: CodeFence = { indent: 0, mark: "", length: 0 };

const OPENING = /^([ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/s;
const ENDING = /^( *)(`{3,}|~{3,})[ \t]*$/;

/** Reads a line as the start of fenced code. Backticks after the opening ones make it inline code. */
export function openingFence(line: string): CodeFence | null {
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
export function afterLine(fence: CodeFence, line: string): CodeFence | null {
  if (fence === ENDLESS) return ENDLESS;
  const [, indent = "", run = ""] = ENDING.exec(line) ?? [];
  const ends = run.startsWith(fence.mark) && run.length >= fence.length;
  if (fence.indent === 0) return ends && indent.length <= 3 ? null : fence;

  if (!/^[ \t]*$/.test(line) && !line.startsWith(" ".repeat(fence.indent))) return ENDLESS;
  const opening = openingFence(line);
  if (opening && opening.indent !== fence.indent) return ENDLESS;
  return ends ? null : fence;
}
