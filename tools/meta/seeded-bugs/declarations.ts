import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Directive, Statement } from "oxc-parser";
import { parseSource } from "../syntax-tree.ts";

/** A declaration at the top level of a source file. */
export type Declaration = { file: string; text: string; start: number; end: number };

/**
 * Reads all sources of the packages in `root` and returns their named declarations, such as
 * `core/decide`.
 */
export function readDeclarations(root: string): (name: string) => readonly Declaration[] {
  const byName = new Map<string, Declaration[]>();
  for (const file of globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const text = readFileSync(join(root, file), "utf8");
    const [, folder = ""] = file.split("/");
    for (const statement of parseSource(file, text).program.body) {
      const { start, end } = statement;
      for (const name of declaredNames(statement)) {
        const known = byName.get(`${folder}/${name}`) ?? [];
        byName.set(`${folder}/${name}`, [...known, { file, text, start, end }]);
      }
    }
  }
  return (name) => byName.get(name) ?? [];
}

function declaredNames(statement: Directive | Statement): string[] {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  switch (declared?.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return declared.id === null ? [] : [declared.id.name];
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
      return [declared.id.name];
    case "VariableDeclaration":
      return declared.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    default:
      return [];
  }
}
