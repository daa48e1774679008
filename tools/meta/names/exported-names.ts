import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSource } from "../syntax-tree.ts";
import { isTest } from "../walls/find-violations.ts";

/** The names of exported types that more than one file declares, each with these files. */
export function findRepeatedTypes(root: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const path of globSync("packages/*/src/**/*.ts", { cwd: root })) {
    if (isTest(path)) continue;
    for (const name of exportedTypes(path, readFileSync(join(root, path), "utf8")))
      files.set(name, [...(files.get(name) ?? []), path]);
  }
  return new Map([...files].filter(([, paths]) => paths.length > 1));
}

export function exportedTypes(path: string, text: string): Set<string> {
  return new Set(
    parseSource(path, text).program.body.flatMap((statement) => {
      if (statement.type !== "ExportNamedDeclaration") return [];
      const { declaration } = statement;
      const isType =
        declaration?.type === "TSTypeAliasDeclaration" ||
        declaration?.type === "TSInterfaceDeclaration";
      return isType ? [declaration.id.name] : [];
    }),
  );
}
