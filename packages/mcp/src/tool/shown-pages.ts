import type { DiffView, Me } from "@countersign/api";

/** One content as shown to the actor of one credential. */
type ShownContent = Pick<Me, "org"> & {
  actor: string;
  task: string;
  round: number;
  tree: string;
};

/**
 * Lines `from` (inclusive) to `to` (exclusive) of one file of the change; `file` is its index in
 * the diff.
 */
export type ServedLines = { file: number; from: number; to: number };

/** Remembers which lines of a change were served to which actor, for the life of the process. */
export type ShownPages = {
  note(content: ShownContent, served: readonly ServedLines[]): void;
  /** Yields the lines of the change that were not served, in order. */
  missing(content: ShownContent, files: DiffView["files"]): Generator<MissingLine>;
};

/** A line by its index in the file, and the file by its index in the diff. */
export type MissingLine = { file: number; path: string; line: number; text: string };

/**
 * Maximum number of remembered contents; the oldest are forgotten first. A reviewer of a forgotten
 * content reads it again.
 */
const MAX_CONTENTS = 1_000;

export function createShownPages(): ShownPages {
  const known = new Map<string, Map<number, Set<number>>>();
  return {
    note(content, served) {
      const key = keyOf(content);
      const files = known.get(key) ?? new Map<number, Set<number>>();
      known.delete(key);
      known.set(key, files);
      for (const { file, from, to } of served) {
        const lines = files.get(file) ?? new Set<number>();
        files.set(file, lines);
        for (let line = from; line < to; line += 1) lines.add(line);
      }
      const [oldest] = known.keys();
      if (known.size > MAX_CONTENTS && oldest !== undefined) known.delete(oldest);
    },
    *missing(content, files) {
      const served = known.get(keyOf(content));
      for (const [file, { path, patch }] of files.entries()) {
        const lines = served?.get(file);
        for (const [line, text] of patch.split("\n").entries())
          if (!lines?.has(line)) yield { file, path, line, text };
      }
    },
  };
}

function keyOf({ org, actor, task, round, tree }: ShownContent): string {
  return JSON.stringify([org, actor, task, round, tree]);
}
