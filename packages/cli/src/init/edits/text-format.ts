/** How a text is written, so that what is added looks like the rest of it. */
export type TextFormat = { eol: "\n" | "\r\n"; insertSpaces: boolean; tabSize: number };

const BOM = "\uFEFF";

export function detectTextFormat(text: string): TextFormat {
  const eol = /\r\n/.test(text) ? "\r\n" : "\n";
  const indent = /^([\t ]+)\S/m.exec(text)?.[1] ?? "  ";
  const insertSpaces = !indent.startsWith("\t");
  return { eol, insertSpaces, tabSize: insertSpaces ? indent.length : 4 };
}

/** Editors of JSON do not know the mark that some programs put before a text. */
export function splitByteOrderMark(text: string): { mark: string; body: string } {
  return text.startsWith(BOM) ? { mark: BOM, body: text.slice(1) } : { mark: "", body: text };
}
