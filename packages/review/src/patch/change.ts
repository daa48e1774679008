import type { DiffView } from "@countersign/api";

/** One changed file with its number of changed lines. */
export type ChangedFile = {
  readonly path: string;
  readonly what: "new" | "gone" | "changed";
  readonly added: number;
  readonly removed: number;
  /** The lines of the patch from the first hunk on. */
  readonly lines: readonly string[];
};

/** The change of a round: its files, and the paths that cannot be shown. */
export type Change = {
  readonly task: string;
  readonly round: number;
  readonly files: readonly ChangedFile[];
  readonly unshown: readonly { path: string; why: string }[];
  readonly upstream: DiffView["upstream"];
};

export function parseChange(diff: DiffView): Change {
  return {
    task: diff.task,
    round: diff.round,
    files: diff.files.map(({ path, patch }) => readFile(path, patch)),
    unshown: diff.unshown.map(({ path, why }) => ({ path, why })),
    upstream: diff.upstream,
  };
}

function readFile(path: string, patch: string): ChangedFile {
  const all = patch.endsWith("\n") ? patch.slice(0, -1).split("\n") : patch.split("\n");
  const start = all.findIndex((line) => line.startsWith("@@ "));
  const head = start === -1 ? all : all.slice(0, start);
  const lines = start === -1 ? [] : all.slice(start);
  return { path, what: readKind(head), ...countLines(lines), lines };
}

function readKind(head: readonly string[]): ChangedFile["what"] {
  if (head.some((line) => line.startsWith("new file mode"))) return "new";
  return head.some((line) => line.startsWith("deleted file mode")) ? "gone" : "changed";
}

function countLines(lines: readonly string[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const line of lines) {
    if (line.startsWith("+")) added += 1;
    else if (line.startsWith("-")) removed += 1;
  }
  return { added, removed };
}
/** Returns the patch of a change, for a pager. */
export function patchText({ files, unshown }: Change): string {
  const hidden = unshown.map(({ path, why }) => `not shown: ${path} (${why})\n`);
  return [...files.map(fileText), ...hidden].join("");
}

function fileText({ path, what, lines }: ChangedFile): string {
  const old = what === "new" ? "/dev/null" : `a/${path}`;
  const now = what === "gone" ? "/dev/null" : `b/${path}`;
  return [`diff --git a/${path} b/${path}`, `--- ${old}`, `+++ ${now}`, ...lines, ""].join("\n");
}
