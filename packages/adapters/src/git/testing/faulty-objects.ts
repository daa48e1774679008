import fc from "fast-check";

/** An entry of a tree as its bytes have it. The name is latin1 text. */
export type RawEntry = { mode: string; name: string; id: string };

/** Objects that an entry may name. */
export type NamedObjects = {
  file: string;
  folder: string;
  commit: string;
  missing: string;
  zero: string;
  longAttributes: string;
};

type TreeFault = (entries: readonly RawEntry[], ids: NamedObjects) => RawEntry[];

const added =
  (name: string, mode = "100644", to: keyof NamedObjects = "file"): TreeFault =>
  (entries, ids) =>
    sorted([...entries, { mode, name, id: ids[to] }]);

/** Faults in the entries of a tree, by name. */
export const TREE_FAULTS: Readonly<Record<string, TreeFault>> = {
  unsorted: (entries) => entries.toReversed(),
  "same name twice": (entries, ids) =>
    sorted([...entries, ...["x", "x"].map((name) => ({ mode: "100644", name, id: ids.file }))]),
  "same name as file and folder, with another between": (entries, ids) =>
    sorted([
      ...entries,
      { mode: "100644", name: "x", id: ids.file },
      { mode: "100644", name: "x.y", id: ids.file },
      { mode: "40000", name: "x", id: ids.folder },
    ]),
  "padded mode": (entries) => entries.map((one) => ({ ...one, mode: one.mode.padStart(7, "0") })),
  "mode that is no number": added("x", "mode"),
  "empty name": added(""),
  dot: added("."),
  "two dots": added(".."),
  "git directory": added(".git", "40000", "folder"),
  "git directory in capitals": added(".GIT"),
  "git directory with a short name": added("GIT~1"),
  "git directory with trailing dots": added(".git. ."),
  "git directory with a stream": added(".git::$INDEX_ALLOCATION"),
  "git directory behind a backslash": added("x\\.git"),
  "git directory with an ignored character": added(".g\xe2\x80\x8cit"),
  "name with a slash": added("x/y"),
  "zero id": added("x", "100644", "zero"),
  "missing file": added("x", "100644", "missing"),
  "missing folder": added("x", "40000", "missing"),
  "folder as a file": added("x", "100644", "folder"),
  "file as a folder": added("x", "40000", "file"),
  "known file that turns into a folder": (entries) =>
    sorted(entries.map((one) => (one.mode === "100644" ? { ...one, mode: "40000" } : one))),
  "known folder that turns into a file": (entries) =>
    sorted(entries.map((one) => (one.mode === "40000" ? { ...one, mode: "100644" } : one))),
  "commit as a file": added("x", "100644", "commit"),
  "linked .gitmodules": added(".gitmodules", "120000"),
  "linked .gitmodules with a short name": added("gi7eba~1", "120000"),
  "linked .gitmodules in capitals": added(".GitModules .", "120000"),
  "long line in .gitattributes": added(".gitattributes", "100644", "longAttributes"),
  "long line in .gitattributes in capitals": added(".GITATTRIBUTES", "100644", "longAttributes"),
};

type TextFault = (text: string) => string;

const PERSON = "Ada <ada@acme.test> 1700000000 +0000";

const person =
  (wrong: string): TextFault =>
  (text) =>
    text.replace(PERSON, wrong);

/** Faults in the text of a commit, by name. */
export const COMMIT_FAULTS: Readonly<Record<string, TextFault>> = {
  "no tree": (text) => text.replace(/^tree .*\n/, ""),
  "short tree id": (text) => text.replace(/^tree ..../, "tree "),
  "long tree id": (text) => text.replace(/^tree /, "tree 00"),
  "tree of zeros": (text) => text.replace(/^tree .*/, `tree ${"0".repeat(40)}`),
  "parent before the tree": (text) => text.replace(/^(tree .*\n)(parent .*\n)/, "$2$1"),
  "short parent id": (text) => text.replace(/^parent ..../m, "parent "),
  "tree as parent": (text) => text.replace(/^tree (.*)\nparent .*/, "tree $1\nparent $1"),
  "missing parent": (text) => text.replace(/^parent .*/m, `parent ${"1".repeat(40)}`),
  "no author": (text) => text.replace(/^author .*\n/m, ""),
  "two authors": (text) => text.replace(/^(author .*\n)/m, "$1$1"),
  "no committer": (text) => text.replace(/^committer .*\n/m, ""),
  "author after committer": (text) => text.replace(/^(author .*\n)(committer .*\n)/m, "$2$1"),
  "no name": person("<ada@acme.test> 1700000000 +0000"),
  "name with a bracket": person("A>da <ada@acme.test> 1700000000 +0000"),
  "no email": person("Ada 1700000000 +0000"),
  "no space before the email": person("Ada<ada@acme.test> 1700000000 +0000"),
  "email with a bracket": person("Ada <ada<acme.test> 1700000000 +0000"),
  "no space before the date": person("Ada <ada@acme.test>1700000000 +0000"),
  "no date": person("Ada <ada@acme.test> never +0000"),
  "padded date": person("Ada <ada@acme.test> 01700000000 +0000"),
  "date beyond all clocks": person(`Ada <ada@acme.test> ${"9".repeat(20)} +0000`),
  "short time zone": person("Ada <ada@acme.test> 1700000000 +000"),
  "no time zone": person("Ada <ada@acme.test> 1700000000"),
  "text behind the time zone": person("Ada <ada@acme.test> 1700000000 +0000x"),
  "NUL in the header": (text) => text.replace("Ada", "A\0a"),
  "NUL in the message": (text) => `${text}\0`,
  "header without an end": (text) => text.slice(0, text.indexOf("\n\n")),
  empty: () => "",
};

export function sorted(entries: readonly RawEntry[]): RawEntry[] {
  const key = ({ mode, name }: RawEntry): string => (/^0*40000$/.test(mode) ? `${name}/` : name);
  return entries.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

export function rawTree(entries: readonly RawEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} ${name}\0`, "latin1"),
      Buffer.from(id, "hex"),
    ]),
  );
}

const parts = fc.constantFrom(
  ...[".git", ".GIT", "git~1", ".gitmodules", "gitmod~1", "gi7eba~1", ".gitattributes"],
  ...["gitatt~1", ".gitignore", ".mailmap", ".", "..", " ", "\\", ":", "~", "/", "x"],
  ...["\xe2\x80\x8c", "\xef\xbb\xbf", "\xe2\x80\xae", "\xff", "\xc3\xbc", "\x01", "\n"],
);

/** Names of one to three parts, many of which some file system takes for a name of git's. */
const oddName = fc.array(parts, { minLength: 1, maxLength: 3 }).map((some) => some.join(""));

const plainName = fc.constantFrom(
  ...["a.ts", "b", ".gitignore", ".github", ".gitkeep", "\xc3\xbc.md", "A B", "-x", "z:y", ".x"],
);

/** New entries of a folder, one in four of them odd. */
export const newEntries = fc.uniqueArray(
  fc.record({
    name: fc.oneof({ weight: 3, arbitrary: plainName }, { weight: 1, arbitrary: oddName }),
    mode: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("100644", "100755", "40000") },
      { weight: 1, arbitrary: fc.constantFrom("120000", "160000", "100664", "040000", "644", "") },
    ),
  }),
  { maxLength: 4, selector: ({ name }) => name },
);
