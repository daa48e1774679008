import fc from "fast-check";
import { hashObject, type ObjectType, type StoredObject } from "../format/object-bytes.ts";
import { FOLDER, serializeTree, type TreeEntry } from "../format/parse-tree.ts";

const DIGITS = 40;

/** Odd names, names in two cases, names that are a file here and a folder there. */
const PATHS = [
  ...["a", "A", "b", "c.ts", "C.ts", "d", "d-x", "d.x", "d/a", "d/A", "D/a", "d/e/x", "d/e/y"],
  ...[
    "d/f/x",
    "e/f/g/h",
    "e/f",
    "e",
    "E/f",
    "\xc3\xbc",
    "\xff",
    "x y",
    "line\nbreak",
    "-o",
    "a\\b",
  ],
  ...["sub/one", "sub/two", "sub/three", "sub", "new/one", "new/two", ".gitignore"],
];

/** Long enough for git to find a moved file by its content. */
const TEXT = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join("");
const CONTENTS = [TEXT, `${TEXT}end\n`, `start\n${TEXT}`, "a", "d/e", ""];
const MODES = ["100644", "100644", "100644", "100755", "120000", "160000", FOLDER];

/** A file with one of a few contents. A folder is an empty one. */
const file = fc.record({ mode: fc.constantFrom(...MODES), content: fc.nat(CONTENTS.length - 1) });
const plain = fc.record({ mode: fc.constant("100644"), content: fc.nat(CONTENTS.length - 1) });
type RandomFile = { mode: string; content: number };

const path = fc.constantFrom(...PATHS);
const put = fc.record({
  kind: fc.constant("put"),
  path,
  file: fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: file }),
});
const remove = fc.record({ kind: fc.constant("remove"), path });
const move = fc.record({ kind: fc.constant("move"), path, to: path });
const edit = fc.oneof(
  { weight: 14, arbitrary: put },
  { weight: 1, arbitrary: remove },
  { weight: 1, arbitrary: move },
);
type Edit = { kind: string; path: string; to?: string; file?: RandomFile };

/** The files of a base, and the edits of both sides. */
export const randomMerge = fc.record({
  base: fc.array(
    fc.tuple(path, fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: file })),
    { minLength: 1, maxLength: 14 },
  ),
  ours: fc.array(edit, { minLength: 1, maxLength: 3 }),
  theirs: fc.array(edit, { minLength: 1, maxLength: 3 }),
});
export type RandomMerge = {
  base: [string, RandomFile][];
  ours: Edit[];
  theirs: Edit[];
};

type Files = Map<string, RandomFile>;

/** A file or folder replaces what blocks its path. */
function place(files: Files, at: string, one: RandomFile): void {
  for (const other of [...files.keys()])
    if (at.startsWith(`${other}/`) || other.startsWith(`${at}/`)) files.delete(other);
  files.set(at, one);
}

function edited(files: Files, edits: readonly Edit[]): Files {
  const next = new Map(files);
  for (const { kind, path: at, to, file: one } of edits) {
    const before = next.get(at);
    if (kind === "put" && one !== undefined) place(next, at, one);
    else if (kind !== "put") next.delete(at);
    if (to !== undefined && before !== undefined) place(next, to, before);
  }
  return next;
}

/** The trees of a merge, and commits of both sides on the base. */
export type BuiltMerge = {
  trees: { base: string; ours: string; theirs: string };
  commits: { ours: string; theirs: string };
};

/** Builds a merge. Adds its objects to a map. */
export function buildMerge(drawn: RandomMerge, objects: Map<string, StoredObject>): BuiltMerge {
  const store = (type: ObjectType, bytes: Buffer): string => {
    const id = hashObject({ type, bytes }, DIGITS);
    objects.set(id, { type, bytes });
    return id;
  };
  const entryOf = ({ mode, content }: RandomFile): TreeEntry => {
    if (mode === "160000") return { mode, id: String(content + 1).repeat(DIGITS) };
    if (mode === FOLDER) return { mode, id: store("tree", Buffer.alloc(0)) };
    return { mode, id: store("blob", Buffer.from(CONTENTS[content] ?? "")) };
  };
  const treeOf = (files: Files): string => {
    const entries = new Map<string, TreeEntry>();
    const below = Map.groupBy(files, ([at]) => at.split("/")[0] ?? "");
    for (const [name, inside] of below) {
      const own = inside.find(([at]) => at === name)?.[1];
      const rest = inside.map(([at, one]) => [at.slice(name.length + 1), one] as const);
      entries.set(name, own ? entryOf(own) : { mode: FOLDER, id: treeOf(new Map(rest)) });
    }
    return store("tree", serializeTree(entries));
  };
  const commitOf = (tree: string, parents: readonly string[]): string => {
    const person = "Ada <ada@acme.test> 1700000000 +0000";
    const lines = [`tree ${tree}`, ...parents.map((id) => `parent ${id}`), `author ${person}`];
    return store("commit", Buffer.from(`${lines.join("\n")}\ncommitter ${person}\n\nx\n`));
  };
  const files: Files = new Map();
  for (const [at, one] of drawn.base) place(files, at, one);
  const base = treeOf(files);
  const ours = treeOf(edited(files, drawn.ours));
  const theirs = treeOf(edited(files, drawn.theirs));
  const root = commitOf(base, []);
  return {
    trees: { base, ours, theirs },
    commits: { ours: commitOf(ours, [root]), theirs: commitOf(theirs, [root]) },
  };
}
