import type { BytePath } from "../paths/byte-path.ts";
import { wildmatchPattern } from "./wildmatch-pattern.ts";

/** What a line says about an attribute: set, unset, a value, or null for `!name`. */
type AttributeValue = boolean | string | null;

type Assignment = { name: string; value: AttributeValue };

type AttributeLine = { matches(path: BytePath): boolean; assignments: readonly Assignment[] };

/** The content of a `.gitattributes` file, its lines from first to last. */
export type AttributeFile = {
  folder: BytePath;
  lines: readonly AttributeLine[];
  macros: ReadonlyMap<string, readonly Assignment[]>;
};

const BUILTIN_MACROS: ReadonlyMap<string, readonly Assignment[]> = new Map([
  ["binary", ["diff", "merge", "text"].map((name) => ({ name, value: false }))],
]);

/** Git ignores longer lines. */
const MAX_LINE = 2_048;
const NAME = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;

/** Parses an attributes file like git does. Lines that git ignores are left out. */
export function parseAttributeFile(folder: BytePath, text: string): AttributeFile {
  const lines: AttributeLine[] = [];
  const macros = new Map<string, readonly Assignment[]>();
  for (const line of text.replace(/^\u00ef\u00bb\u00bf/, "").split("\n")) {
    const found = line.length < MAX_LINE ? splitLine(line.replace(/\r$/, "")) : null;
    if (found === null) continue;
    const { pattern, macro, words } = found;
    const assignments = words.flatMap(parseAssignment);
    if (macro === null && !pattern.startsWith("!"))
      lines.push({ matches: matcherOf(folder, pattern), assignments });
    if (macro !== null && folder === "" && NAME.test(macro)) macros.set(macro, assignments);
  }
  return { folder, lines, macros };
}

/**
 * Returns the value of an attribute of a path. The last matching line of the innermost file decides.
 * The files are given outermost first.
 */
export function attributeOf(
  files: readonly AttributeFile[],
  path: BytePath,
  attribute: string,
): AttributeValue {
  const macros = new Map([...BUILTIN_MACROS, ...files.flatMap((file) => [...file.macros])]);
  const values = new Map<string, AttributeValue>();
  for (const { folder, lines } of files.toReversed()) {
    if (folder !== "" && !path.startsWith(`${folder}/`)) continue;
    for (const { matches, assignments } of lines.toReversed())
      if (matches(path)) assign(values, assignments, macros);
  }
  return values.get(attribute) ?? null;
}

/** The first value wins, because lines are read from the last one on. A macro that is set assigns its own. */
function assign(
  values: Map<string, AttributeValue>,
  assignments: readonly Assignment[],
  macros: ReadonlyMap<string, readonly Assignment[]>,
): void {
  for (const { name, value } of assignments.toReversed()) {
    if (values.has(name)) continue;
    values.set(name, value);
    if (value === true) assign(values, macros.get(name) ?? [], macros);
  }
}

/** A line is a pattern, or the name of a macro, and words. */
type SplitLine = { pattern: string; macro: string | null; words: readonly string[] };

const MACRO = /^\[attr\][ \t]*([^ \t\r]*)/;
const QUOTED = /^"((?:[^"\\]|\\.)*)"(?=[ \t\r]|$)/;
const PLAIN = /^[^ \t\r]+/;

function splitLine(line: string): SplitLine | null {
  const text = line.replace(/^[ \t\r]+/, "");
  if (text === "" || text.startsWith("#")) return null;
  const [start = "", name] = MACRO.exec(text) ?? QUOTED.exec(text) ?? PLAIN.exec(text) ?? [];
  const words = text
    .slice(start.length)
    .split(/[ \t\r]+/)
    .filter((word) => word !== "");
  if (start.startsWith("[attr]")) return { pattern: "", macro: name ?? "", words };
  return { pattern: name === undefined ? start : unquote(name), macro: null, words };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unquote(text: string): string {
  return text.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}

function parseAssignment(word: string): Assignment[] {
  const sign = /^[-!]/.exec(word)?.[0] ?? "";
  const [name = "", ...rest] = word.slice(sign.length).split("=");
  if (!NAME.test(name)) return [];
  if (sign === "-") return [{ name, value: false }];
  if (sign === "!") return [{ name, value: null }];
  return [{ name, value: rest.length === 0 ? true : rest.join("=") }];
}

/** A pattern without a slash matches names in all folders below; another one starts at the file's folder. */
function matcherOf(folder: BytePath, pattern: string): (path: BytePath) => boolean {
  if (pattern.endsWith("/")) return () => false;
  const prefix = folder === "" ? 0 : folder.length + 1;
  const isName = !pattern.includes("/");
  const expression = wildmatchPattern(pattern.replace(/^\//, ""));
  if (expression === null) return () => false;
  return (path) => {
    const below = path.slice(prefix);
    return expression.test(isName ? below.slice(below.lastIndexOf("/") + 1) : below);
  };
}
