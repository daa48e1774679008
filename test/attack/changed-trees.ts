import type { RawChange } from "@countersign/core";

/** A tree as a table of files; a link's text is where it points. */
export type Files = ReadonlyMap<string, { mode: "100644" | "100755" | "120000"; text: string }>;

export function filesOf(texts: Record<string, string>): Files {
  return new Map(
    Object.entries(texts).map(([path, text]) => [path, { mode: "100644", text } as const]),
  );
}

/** Reads trees that exist in memory only, by the names given here. */
export function readerOf(trees: Readonly<Record<string, Files>>) {
  const find = (tree: string, path: string) => trees[tree]?.get(path);
  const blob = (text: string) => {
    const bytes = Buffer.from(text);
    return { size: bytes.length, bytes };
  };
  return {
    findFiles: async (_repo: string, tree: string, paths: readonly string[]) =>
      new Map(
        paths.flatMap((path) => {
          const file = find(tree, path);
          return file === undefined ? [] : [[path, file.text] as const];
        }),
      ),
    readBlob: async (_repo: string, id: string) => blob(id),
    readFile: async (_repo: string, tree: string, path: string) => {
      const file = find(tree, path);
      return file === undefined ? null : blob(file.text);
    },
  };
}

type File = { mode: string; text: string };

const NONE: File = { mode: "000000", text: "" };
const LINK = "120000";

/** The entries that git lists for two trees, with one pair joined as a rename if it is named. */
export function entriesOf(
  before: Files,
  after: Files,
  renamed?: { from: string; to: string },
): RawChange["entries"] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths
    .filter((path) => path !== renamed?.from)
    .flatMap((path): RawChange["entries"] => {
      const oldPath = path === renamed?.to ? renamed.from : path;
      const old = before.get(oldPath) ?? NONE;
      const now = after.get(path) ?? NONE;
      const sides = { oldMode: old.mode, newMode: now.mode, oldId: old.text, newId: now.text };
      const entry = { path, ...sides, added: 1, deleted: 1 };
      if (oldPath !== path) return [{ ...entry, status: "renamed", oldPath }];
      const isSame = old.mode === now.mode && old.text === now.text;
      return isSame ? [] : [{ ...entry, status: statusOf(old, now) }];
    });
}

function statusOf(old: File, now: File): "added" | "deleted" | "type_changed" | "modified" {
  if (old === NONE) return "added";
  if (now === NONE) return "deleted";
  return (old.mode === LINK) === (now.mode === LINK) ? "modified" : "type_changed";
}
