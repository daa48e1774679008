import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSource } from "../syntax-tree.ts";

/** One import of a source file, including types, dynamic imports and re-exports. */
export type Import = {
  from: string;
  specifier: string;
  /** The imported file of the same repository; null for a package. */
  to: string | null;
};

/** Lists the imports of all sources of all packages, including tests. */
export function readAllImports(root: string): Import[] {
  return globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root }).flatMap((path) =>
    readImports(path, readFileSync(join(root, path), "utf8")),
  );
}

export function readImports(path: string, text: string): Import[] {
  const { module } = parseSource(path, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      literalOf(text.slice(start, end)),
    ),
  ];
  return [...new Set(specifiers)].map((specifier) => ({
    from: path,
    specifier,
    to: specifier.startsWith(".") ? join(dirname(path), specifier) : null,
  }));
}

/** Biome's plugins refuse dynamic imports of anything but a literal in the core. */
function literalOf(source: string): string[] {
  const [, specifier] = /^["'](.*)["']$/s.exec(source) ?? [];
  return specifier === undefined ? [] : [specifier];
}
