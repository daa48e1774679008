import { CountersignError } from "@countersign/core";
import type { BytePath } from "../paths/byte-path.ts";

/** The patch of one path. A missing side has no mode. */
export type FilePatch = {
  path: BytePath;
  isNew: boolean;
  isDeleted: boolean;
  oldMode: string | null;
  newMode: string | null;
  /** The part of the patch from the first hunk on. */
  hunks: Buffer;
};

const LINE_END = 10;
const FIRST = "diff --git ";
const MODE = /^(old mode|new mode|deleted file mode|new file mode) ([0-7]{6})$/;
const INDEX = /^index [0-9a-f]{40,64}\.\.[0-9a-f]{40,64}(?: [0-7]{6})?$/;
const NOTHING = "/dev/null";

/** Parses the header of one part of a patch. Refuses unknown lines and differing names. */
export function parsePatch(part: Buffer): FilePatch {
  let at = 0;
  const nextLine = (): string => {
    const end = part.indexOf(LINE_END, at);
    if (end === -1) throw patchDoesNotApply();
    const line = part.toString("latin1", at, end);
    at = end + 1;
    return line;
  };
  const names = namesOf(nextLine());
  const patch: FilePatch = {
    path: names.path,
    isNew: false,
    isDeleted: false,
    oldMode: null,
    newMode: null,
    hunks: Buffer.alloc(0),
  };
  while (at < part.length && part[at] !== HUNK) readHeadLine(patch, names, nextLine());
  patch.hunks = part.subarray(at);
  return patch;
}

const HUNK = "@".charCodeAt(0);

function readHeadLine(patch: FilePatch, names: Names, line: string): void {
  const [, kind, mode] = MODE.exec(line) ?? [];
  if (kind !== undefined && mode !== undefined) {
    patch.isNew ||= kind === "new file mode";
    patch.isDeleted ||= kind === "deleted file mode";
    patch[kind.startsWith("new") ? "newMode" : "oldMode"] = mode;
  } else if (!INDEX.test(line)) {
    const from = patch.isNew ? NOTHING : names.from;
    const to = patch.isDeleted ? NOTHING : names.to;
    const known = [`--- ${from}`, `--- ${from}\t`, `+++ ${to}`, `+++ ${to}\t`];
    if (!known.includes(line)) throw patchDoesNotApply();
  }
}

/** The path, and its spelling on both sides of this patch. */
type Names = { path: BytePath; from: string; to: string };

function namesOf(line: string): Names {
  const text = line.slice(FIRST.length);
  const middle = (text.length - 1) / 2;
  const [from, to] = [text.slice(0, middle), text.slice(middle + 1)];
  const path = unquote(from).slice(2);
  const isPlain = line.startsWith(FIRST) && Number.isInteger(middle) && text[middle] === " ";
  if (!isPlain || unquote(from) !== `a/${path}` || unquote(to) !== `b/${path}` || path === "") {
    throw patchDoesNotApply();
  }
  return { path, from, to };
}

const ESCAPE = /\\([0-3][0-7]{2}|.)/g;
const LETTERS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  '"': '"',
  "\\": "\\",
};

/** Returns a name as bytes. Git quotes names with special characters. */
function unquote(name: string): string {
  if (!name.startsWith('"')) return name;
  if (name.length < 2 || !name.endsWith('"')) throw patchDoesNotApply();
  return name.slice(1, -1).replaceAll(ESCAPE, (_, code: string) => {
    if (code.length === 3) return String.fromCharCode(Number.parseInt(code, 8));
    const letter = LETTERS[code];
    if (letter === undefined) throw patchDoesNotApply();
    return letter;
  });
}

export function patchDoesNotApply(): CountersignError {
  return new CountersignError("upstream_failed", "The patch does not apply to the base");
}
