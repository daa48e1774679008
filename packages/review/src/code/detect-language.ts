import { baseName } from "../text/wording.ts";

/** File extensions by the highlighter's name of the language. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  bash: ["sh", "bash", "zsh"],
  c: ["c", "h"],
  cpp: ["cc", "cpp", "cxx", "hpp", "hh"],
  csharp: ["cs"],
  css: ["css"],
  dart: ["dart"],
  dockerfile: ["dockerfile"],
  elixir: ["ex", "exs"],
  go: ["go"],
  graphql: ["graphql", "gql"],
  haskell: ["hs"],
  ini: ["ini", "toml", "cfg"],
  java: ["java"],
  javascript: ["js", "cjs", "mjs", "jsx"],
  json: ["json", "jsonc", "json5"],
  kotlin: ["kt", "kts"],
  lua: ["lua"],
  makefile: ["mk"],
  markdown: ["md", "mdx"],
  perl: ["pl", "pm"],
  php: ["php"],
  protobuf: ["proto"],
  python: ["py", "pyi"],
  r: ["r"],
  ruby: ["rb", "rake"],
  rust: ["rs"],
  scala: ["scala"],
  scss: ["scss"],
  sql: ["sql"],
  swift: ["swift"],
  typescript: ["ts", "cts", "mts", "tsx"],
  xml: ["xml", "html", "svg", "vue", "svelte"],
  yaml: ["yaml", "yml"],
};

const NAMES: ReadonlyMap<string, string> = new Map([
  ["dockerfile", "dockerfile"],
  ["makefile", "makefile"],
  ["gemfile", "ruby"],
  ["rakefile", "ruby"],
]);

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDINGS).flatMap(([language, endings]) =>
    endings.map((ending) => [ending, language] as const),
  ),
);

/** Returns the language of a file by its name; null shows it plain. */
export function detectLanguage(path: string): string | null {
  const name = baseName(path).toLowerCase();
  const dot = name.lastIndexOf(".");
  return NAMES.get(name) ?? (dot === -1 ? null : (LANGUAGES.get(name.slice(dot + 1)) ?? null));
}
