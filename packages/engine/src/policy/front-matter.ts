/** A Markdown file: the YAML between its first two `---` lines, if any, and the rest. */
export type FrontMatter = { head: string | null; body: string };

const HEAD = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Splits a Markdown file into its front matter and its text. */
export function splitFrontMatter(text: string): FrontMatter {
  const found = HEAD.exec(text);
  if (found === null) return { head: null, body: text };
  return { head: found[1] ?? "", body: text.slice(found[0].length) };
}
