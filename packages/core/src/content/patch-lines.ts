export type PatchLines = { added: string[]; removed: string[] };

/** A comment line. Commented-out code counts as removed. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?![[!])|--\s|<!--|;|%|""")/;

/** Splits a unified diff of one path into the lines it adds and removes, without comments and headers. */
export function patchLines(patch: string): PatchLines {
  const lines: PatchLines = { added: [], removed: [] };
  let inHunk = false;
  for (const line of patch.split("\n")) {
    if (line.startsWith("@@")) inHunk = true;
    else if (line.startsWith("diff --git ")) inHunk = false;
    else if (inHunk) keep(lines, line);
  }
  return lines;
}

function keep(lines: PatchLines, line: string): void {
  const kept = line.startsWith("+") ? lines.added : line.startsWith("-") ? lines.removed : null;
  if (kept === null) return;
  const text = line.slice(1);
  if (!COMMENT.test(text)) kept.push(text);
}
