/** One version of a file: its blob, or null if there is none, and its lines if they can be read. */
export type FileVersion = { id: string | null; lines: readonly string[] };

/**
 * A file that a merged task changed: before and after its own work, and before and after a later change of the target.
 */
export type WatchedFile = {
  base: FileVersion;
  own: FileVersion;
  before: FileVersion;
  after: FileVersion;
};

/** What a later change did to the work of a merged task. */
export type LaterChange = "reverted" | "hotfix";

/**
 * Judges what a later change did to the work of a task.
 *
 * `reverted`: every file of the task is without its work again. `hotfix`: lines that the task added were changed or
 * removed, or some of its files were reverted. Null: the later change left the task's own lines alone.
 */
export function judgeLaterChange(files: readonly WatchedFile[]): LaterChange | null {
  const changed = files.filter(({ base, own }) => base.id !== own.id);
  if (changed.length === 0) return null;
  if (changed.every(isReverted)) return "reverted";
  return changed.some((file) => isReverted(file) || isFixed(file)) ? "hotfix" : null;
}

/** Compares blobs first, then lines: other work in the same file can have been kept. */
function isReverted({ base, own, before, after }: WatchedFile): boolean {
  if (before.id === after.id) return false;
  if (after.id === base.id) return true;
  const added = without(own.lines, base.lines);
  const removed = without(base.lines, own.lines);
  if (added.length === 0 && removed.length === 0) return false;
  return (
    without(added, without(before.lines, after.lines)).length === 0 &&
    without(removed, without(after.lines, before.lines)).length === 0
  );
}

function isFixed({ base, own, before, after }: WatchedFile): boolean {
  const added = new Set(without(own.lines, base.lines).filter(hasContent));
  return without(before.lines, after.lines).some((line) => added.has(line));
}

/** Returns false for lines that many files contain, such as a closing bracket. */
function hasContent(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** Returns the lines that the first list contains more often than the second. Their order does not matter. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
}
