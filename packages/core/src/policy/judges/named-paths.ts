import { resolvePath } from "../policy-files.ts";

const BETWEEN_WORDS = /[\s;&|()<>"'`=,[\]{}$]+/;

/** A word of a command or a setting. A module may be named without its file extension. */
export type NamedWord = { word: string; isModule: boolean };

/** Programs and options that are followed by a script or a module. */
const STARTS =
  /^(?:node|bun|deno|tsx|ts-node|python[\d.]*|sh|bash|-m|-p|-r|--require|--import|--loader)$/;

/** Returns the words of a command. In settings every word may be a module. */
export function splitNamedWords(text: string, isSettings: boolean): NamedWord[] {
  const words = text.split(BETWEEN_WORDS).filter((word) => word !== "");
  return words.map((word, at) => ({
    word,
    isModule: isSettings || STARTS.test(words[at - 1] ?? ""),
  }));
}

const ENDINGS = [".js", ".cjs", ".mjs", ".ts", ".mts", ".cts", ".json", ".py", ".sh"];
const INDEXES = ["/index.js", "/index.cjs", "/index.mjs", "/index.ts"];
const MODULES = [".py", "/__init__.py", "/__main__.py"];

/** Returns every path that a word may mean, relative to a folder or the root. */
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

/** Returns an empty list for a path outside of the repository. */
function toPath(path: string): string[] {
  const resolved = resolvePath(path.replace(/^\/+/, ""));
  return resolved === null ? [] : [resolved];
}

function dotted(path: string, word: string, ending: string): string {
  return `${path.slice(0, path.length - word.length)}${word.replaceAll(".", "/")}${ending}`;
}

export function pathFolder(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** Compiled sources and texts. Naming them in a build does not run them. */
const NO_SCRIPT =
  /\.(?:[ch]|cc|cpp|cxx|hpp|hh|go|rs|java|kt|scala|swift|cs|fs|mm?|zig|hs|ml|md|html|s?css|less|svg)$/i;

/** Names of test files, except shell scripts, which start tests. */
const TEST = /(?:[._-](?:test|spec)s?\.[cm]?[jt]sx?|(?:^|\/)test_[^/]*\.py|_test\.py)$/i;

/** Returns true if a file named by a script can steer the script. */
export function canSteer(path: string): boolean {
  return !NO_SCRIPT.test(path) && !TEST.test(path);
}
