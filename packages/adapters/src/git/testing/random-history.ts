/** A file of a random tree. Contents are bytes as latin1 text; of a submodule, the id of its commit. */
type RandomFile = { mode: "100644" | "100755" | "120000" | "160000"; content: string };

type Tree = Map<string, RandomFile>;

/** What a random history holds, so that a test can tell whether it was worth anything. */
export type Tally = Record<string, number>;

const NAMES = [
  "a.ts",
  "A.ts",
  "with space",
  " lead",
  "trail ",
  "tab\there",
  "line\nbreak",
  'quote"d',
  "back\\slash",
  "ünï/cödé",
  "😀",
  "\u202egnp.exe",
  "ctl\u0001\u001b[2J",
  "-O",
  "--output=x",
  "diff --git a b",
  "x => y",
  "{a => b}/c",
  "dir/deep/er/file",
  "dir/other",
  "dir",
  "CON",
  "a b/ c",
  "null",
  "dev/null",
  "b/a",
  "a/b/c",
];

const LINES = [
  "one\n",
  "two\n",
  "\n",
  "win\r\n",
  "mac\r",
  "trail  \t\n",
  "nul\0inside\n",
  "diff --git a/x b/x\n",
  "--- a/x\n+++ b/x\n@@ -1 +1 @@\n",
  "\\ No newline at end of file\n",
  "-- \n2.39.5\n",
  "GIT binary patch\n",
  "\xff\xfe\x00bin\n",
  "last line without its end",
  "index 0000000..1111111\n",
  `${"long ".repeat(3_000)}\n`,
];

/** Writes a history of random trees in the format of `git fast-import`. The same number, the same history. */
export function randomHistory(commits: number, number: number): { stream: Buffer; tally: Tally } {
  const chance = chanceFrom(number);
  const tree: Tree = new Map();
  const tally: Tally = {};
  const parts: Buffer[] = [];
  for (let at = 0; at <= commits; at += 1) {
    for (let edits = 1 + chance(5); edits > 0; edits -= 1) edit(tree, chance, tally);
    parts.push(commitOf(tree, at));
  }
  return { stream: Buffer.concat(parts), tally };
}

type Chance = (below: number) => number;

function edit(tree: Tree, chance: Chance, tally: Tally): void {
  const paths = [...tree.keys()];
  const old = paths[chance(paths.length)] ?? "";
  const file = tree.get(old);
  const kind = file === undefined ? "add" : KINDS[chance(KINDS.length)];
  count(tally, kind ?? "add");
  if (file !== undefined && kind === "delete") tree.delete(old);
  else if (file !== undefined && kind === "rename") rename(tree, old, file, chance);
  else if (file !== undefined && kind === "mode") tree.set(old, otherMode(file, chance, tally));
  else if (file !== undefined && kind === "edit" && file.mode !== "160000") {
    tree.set(old, { ...file, content: edited(file.content, chance) });
  } else put(tree, newName(chance), newFile(chance, tally));
}

const KINDS = ["add", "add", "edit", "edit", "edit", "mode", "rename", "delete"] as const;

function rename(tree: Tree, old: string, file: RandomFile, chance: Chance): void {
  tree.delete(old);
  put(tree, newName(chance), file);
}

/** A name replaces files that block it, and everything below it. */
function put(tree: Tree, path: string, file: RandomFile): void {
  for (const other of [...tree.keys()]) {
    if (path.startsWith(`${other}/`) || other.startsWith(`${path}/`)) tree.delete(other);
  }
  tree.set(path, file);
}

function newName(chance: Chance): string {
  const name = NAMES[chance(NAMES.length)] ?? "a";
  return chance(4) === 0 ? `sub${chance(3)}/${name}` : name;
}

function newFile(chance: Chance, tally: Tally): RandomFile {
  const kind = chance(12);
  if (kind === 0) return counted(tally, "submodule", { mode: "160000", content: hex(chance) });
  if (kind === 1) return counted(tally, "symlink", { mode: "120000", content: "../dir/other" });
  if (kind === 2) return counted(tally, "empty", { mode: "100644", content: "" });
  const content = Array.from({ length: 1 + chance(12) }, () => line(chance)).join("");
  if (content.includes("\0")) count(tally, "nul");
  if (content.includes("\r\n")) count(tally, "crlf");
  if (!content.endsWith("\n")) count(tally, "no newline");
  return { mode: chance(4) === 0 ? "100755" : "100644", content };
}

function otherMode(file: RandomFile, chance: Chance, tally: Tally): RandomFile {
  if (file.mode === "100644") return { ...file, mode: "100755" };
  if (file.mode === "100755") return { ...file, mode: "100644" };
  count(tally, "type change");
  return newFile(chance, tally);
}

function edited(content: string, chance: Chance): string {
  const lines = content.split(/(?<=\n)/);
  lines.splice(chance(lines.length + 1), chance(3), line(chance));
  return lines.join("");
}

function line(chance: Chance): string {
  return LINES[chance(LINES.length)] ?? "";
}

function hex(chance: Chance): string {
  return Array.from({ length: 40 }, () => chance(16).toString(16)).join("");
}

function counted(tally: Tally, word: string, file: RandomFile): RandomFile {
  count(tally, word);
  return file;
}

function count(tally: Tally, word: string): void {
  tally[word] = (tally[word] ?? 0) + 1;
}

function commitOf(tree: Tree, at: number): Buffer {
  const head = `commit refs/heads/random\ncommitter A <a@b> ${1_700_000_000 + at} +0000\ndata 1\nx\ndeleteall\n`;
  const files = [...tree].map(([path, { mode, content }]) => {
    const name = Buffer.from(quoted(path));
    if (mode === "160000") return Buffer.concat([Buffer.from(`M ${mode} ${content} `), name, END]);
    const bytes = Buffer.from(content, "latin1");
    const size = Buffer.from(`data ${bytes.length}\n`);
    return Buffer.concat([Buffer.from(`M ${mode} inline `), name, END, size, bytes, END]);
  });
  return Buffer.concat([Buffer.from(head), ...files, END]);
}

const END = Buffer.from("\n");

function quoted(path: string): string {
  const escaped = path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
  return `"${escaped}"`;
}

/** A small generator of numbers, the same on every machine. */
function chanceFrom(number: number): Chance {
  let state = number >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return below === 0 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
