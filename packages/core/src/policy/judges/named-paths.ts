import { resolvePath } from "../policy-files.ts";

const BETWEEN_WORDS = /[\s;&|()<>"'`=,[\]{}$]+/;

/** A word of a command or a setting. A module may be named without the ending of its file. */
export type NamedWord = { word: string; isModule: boolean };

/** Programs and options whose next word is a script or a module. */
const STARTS =
  /^(?:node|bun|deno|tsx|ts-node|python[\d.]*|sh|bash|-m|-p|-r|--require|--import|--loader)$/;

/** The words of a command; in settings every word may be a module. */
export function wordsOf(text: string, isSettings: boolean): NamedWord[] {
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== "");
  return words.map((word, at) => ({
    word,
    isModule: isSettings || STARTS.test(words[at - 1] ?? ""),
  }));
}

const ENDINGS = [".js", ".cjs", ".mjs", ".ts", ".mts", ".cts", ".json", ".py", ".sh"];
const INDEXES = ["/index.js", "/index.cjs", "/index.mjs", "/index.ts"];
const MODULES = [".py", "/__init__.py", "/__main__.py"];

/** Every path that a word may mean, seen from a folder or from the top. */
export function namedPaths({ word, isModule }: NamedWord, folder: string): string[] {
  const plain = word.replace(/^[@+-]+/, "").replace(/^\/+/, "");
  const paths = [...new Set([`${folder}/${plain}`, plain].flatMap(toPath))];
  if (!isModule) return paths;
  const isDotted = /^\w+(?:\.\w+)*$/.test(plain);
  return paths.flatMap((path) => [
    path,
    ...[...ENDINGS, ...INDEXES].map((ending) => `${path}${ending}`),
    ...(isDotted ? MODULES.map((ending) => dotted(path, plain, ending)) : []),
  ]);
}

/** Empty for a path that leaves the repository. */
function toPath(path: string): string[] {
  const resolved = resolvePath(path.replace(/^\/+/, ""));
  return resolved === null ? [] : [resolved];
}

function dotted(path: string, word: string, ending: string): string {
  return `${path.slice(0, path.length - word.length)}${word.replaceAll(".", "/")}${ending}`;
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** Compiled sources and texts: naming them in a build is not running them as a judge. */
const NO_SCRIPT =
  /\.(?:[ch]|cc|cpp|cxx|hpp|hh|go|rs|java|kt|scala|swift|cs|fs|mm?|zig|hs|ml|md|html|s?css|less|svg)$/i;

/** Names that say test, except those of shell scripts: these start tests. */
const TEST = /(?:[._-](?:test|spec)s?\.[cm]?[jt]sx?|(?:^|\/)test_[^/]*\.py|_test\.py)$/i;

/** Whether a file that is named by a script can decide what the script does. */
export function canSteer(path: string): boolean {
  return !NO_SCRIPT.test(path) && !TEST.test(path);
}
