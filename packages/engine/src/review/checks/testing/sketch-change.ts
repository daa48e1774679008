import type { RawChange } from "@countersign/core";
import type { ShownDiff } from "../../../ports/shown-diff.ts";

/** A file of a change in a test. Null means that it does not exist. */
export type SketchedFile = {
  path: string;
  before?: string | null | undefined;
  after: string | null;
  /** Whether it is executable, before and after. */
  executable?: readonly [before: boolean, after: boolean];
  /** Size of binary content in bytes. */
  binaryBytes?: number;
};

type Sketched = { change: RawChange; shown: ShownDiff };

/** Creates a change from files before and after, without git. */
export function sketchChange(files: readonly SketchedFile[]): Sketched {
  const content = {
    repo: "shop",
    target: "main",
    base: "a".repeat(40),
    head: "b".repeat(40),
    tree: "c".repeat(40),
  };
  const parts = files.map((file) => ({ file, patch: patchOf(file) }));
  const bytes = parts.map(({ file, patch }) => ({
    path: file.path,
    patch: Buffer.from(
      file.binaryBytes === undefined ? patch.text : `literal ${"x".repeat(file.binaryBytes)}`,
    ),
  }));
  return {
    change: {
      content,
      entries: parts.map(({ file, patch }) => entryOf(file, patch)),
      commits: [],
      patches: parts.map(({ file, patch }) => ({ path: file.path, patch: patch.text })),
      generatedPaths: [],
      keyChanges: [],
      tooLarge: [],
    },
    shown: { patch: Buffer.concat(bytes.map(({ patch }) => patch)), files: bytes, unshown: [] },
  };
}

function entryOf(
  file: SketchedFile,
  { added, removed }: { added: number; removed: number },
): RawChange["entries"][number] {
  const { path, before = null, after, executable = [false, false], binaryBytes } = file;
  const [wasExecutable, isExecutable] = executable;
  const mode = (there: string | null, bit: boolean) =>
    there === null ? "000000" : bit ? "100755" : "100644";
  const status = before === null ? "added" : after === null ? "deleted" : "modified";
  const isText = binaryBytes === undefined;
  return {
    status,
    path,
    oldMode: mode(before, wasExecutable),
    newMode: mode(after, isExecutable),
    oldId: (before === null ? "0" : "1").repeat(40),
    newId: (after === null ? "0" : "2").repeat(40),
    added: isText ? added : null,
    deleted: isText ? removed : null,
  };
}

/** Creates one hunk, from the first different line to the last. */
function patchOf({ before, after }: SketchedFile): {
  text: string;
  added: number;
  removed: number;
} {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let head = 0;
  while (head < Math.min(old.length, fresh.length) && old[head] === fresh[head]) head += 1;
  let tail = 0;
  const rest = Math.min(old.length, fresh.length) - head;
  while (tail < rest && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const removed = old.slice(head, old.length - tail);
  const added = fresh.slice(head, fresh.length - tail);
  if (removed.length + added.length === 0) return { text: "", added: 0, removed: 0 };
  const place = (lines: readonly string[]) =>
    `${lines.length === 0 ? head : head + 1},${lines.length}`;
  const hunk = `@@ -${place(removed)} +${place(added)} @@`;
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return { text: `${[hunk, ...lines].join("\n")}\n`, added: added.length, removed: removed.length };
}

function linesOf(text: string | null | undefined): string[] {
  return text === null || text === undefined || text === ""
    ? []
    : text.replace(/\n$/, "").split("\n");
}
