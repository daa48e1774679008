import type { Block, EditResult } from "./edit.ts";
import { detectTextFormat } from "./text-format.ts";

type Region = { from: number; to: number };

const SHELLS = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?(?:\S*\/)?(?:ba|da|z|k|a)?sh\b/;

/** Puts our lines into a text: last, or first where a script has to run them. */
export function addBlock(text: string | null, block: Block): EditResult {
  const before = text ?? "";
  const { eol } = detectTextFormat(before);
  const lines = `${[block.begin, ...block.lines, block.end].join(eol)}${eol}`;
  const known = findBlock(before, block);
  if (known === "damaged") return { left: "has only one of our two marks" };
  if (known !== null) return { text: before.slice(0, known.from) + lines + before.slice(known.to) };
  if (text === null) return { text: block.first === null ? lines : `${block.first}${eol}${lines}` };
  if (block.place === "end") return { text: before + gapAfter(before, eol) + lines };
  if (!before.startsWith("#!")) return { text: lines + before };
  if (!SHELLS.test(before)) return { left: "is no shell script" };
  const first = before.indexOf("\n") + 1;
  if (first === 0) return { text: before + eol + lines };
  return { text: before.slice(0, first) + lines + before.slice(first) };
}

/** Takes our lines out of a text that was changed since, with the gap that was left before them. */
export function removeBlock(text: string, block: Block): string {
  const known = findBlock(text, block);
  if (known === null || known === "damaged") return text;
  const before = text.slice(0, known.from);
  const rest = text.slice(known.to);
  const { eol } = detectTextFormat(text);
  const hasGap = block.place === "end" && before.endsWith(eol + eol);
  return (hasGap ? before.slice(0, -eol.length) : before) + rest;
}

/** One empty line lies between what was there and what is added. */
function gapAfter(text: string, eol: string): string {
  if (text === "" || text.endsWith(eol + eol)) return "";
  return text.endsWith("\n") ? eol : eol + eol;
}

function findBlock(text: string, { begin, end }: Block): Region | "damaged" | null {
  const from = lineAt(text, begin, 0);
  const last = lineAt(text, end, from?.to ?? 0);
  if (from === null && last === null) return null;
  return from === null || last === null ? "damaged" : { from: from.from, to: last.to };
}

/** Where a line lies that says exactly this. */
function lineAt(text: string, line: string, after: number): Region | null {
  for (let from = after; from < text.length; ) {
    const next = text.indexOf("\n", from);
    const to = next === -1 ? text.length : next + 1;
    if (text.slice(from, to).trimEnd() === line) return { from, to };
    from = to;
  }
  return null;
}
