import type { Declaration } from "./declarations.ts";
import type { Edit } from "./seeded-bug.ts";

type Range = { start: number; end: number };

/**
 * Applies a bug and returns the changed files with their new text. Throws unless the code occurs
 * exactly once.
 */
export function applyBug(
  { id, edits }: { id: string; edits: readonly Edit[] },
  findDeclarations: (name: string) => readonly Declaration[],
): Map<string, string> {
  const replacements = edits.map((edit) => ({ ...findCode(id, edit, findDeclarations), edit }));
  const texts = new Map<string, string>();
  for (const { file, text, range, edit } of replacements.toSorted(byLastFirst)) {
    const now = texts.get(file) ?? text;
    texts.set(file, now.slice(0, range.start) + edit.becomes + now.slice(range.end));
  }
  return texts;
}

function byLastFirst(a: { range: Range }, b: { range: Range }): number {
  return b.range.start - a.range.start;
}

function findCode(
  id: string,
  { in: name, code }: Edit,
  findDeclarations: (name: string) => readonly Declaration[],
): { file: string; text: string; range: Range } {
  const found = findDeclarations(name).flatMap((declaration) =>
    occurrences(declaration, code).map((range) => ({ ...declaration, range })),
  );
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${id}: found ${found.length} times in ${name}, not once: ${code}`);
  return only;
}

/** Returns the offsets in the file at which the code occurs in the declaration. */
function occurrences({ text, start, end }: Declaration, code: string): Range[] {
  const within = squeeze(text.slice(start, end));
  const wanted = squeeze(code).text.replace(/,$/, "");
  const ranges: Range[] = [];
  for (let at = within.text.indexOf(wanted); at >= 0; at = within.text.indexOf(wanted, at + 1)) {
    const first = within.offsets[at] ?? 0;
    const last = within.offsets[at + wanted.length - 1] ?? 0;
    const after = start + last + 1;
    const hasComma = code.trimEnd().endsWith(",") && text[after] === ",";
    ranges.push({ start: start + first, end: hasComma ? after + 1 : after });
  }
  return ranges;
}

/** Removes formatting from a text, and returns the original offset of each remaining character. */
function squeeze(text: string): { text: string; offsets: number[] } {
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const isTrailingComma = text[at] === "," && /^\s*[)\]}]/.test(text.slice(at + 1, at + 40));
    if (!isTrailingComma && !/\s/.test(text[at] ?? "")) offsets.push(at);
  }
  return { text: offsets.map((at) => text[at]).join(""), offsets };
}
