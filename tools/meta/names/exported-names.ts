import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSource } from "../syntax-tree.ts";
import { isTest } from "../walls/find-violations.ts";

/** Names that two files may export, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  boundary: "The crash tests find the crash points of engine and git adapter by this call.",
};

type ExportedNames = (path: string, text: string) => Set<string>;

/** Returns the names of exported types that more than one file declares, each with these files. */
export function findRepeatedTypes(root: string): Map<string, string[]> {
  return findRepeated(root, ["packages/*/src/**/*.ts"], exportedTypes);
}

/** Returns the names of exported functions, classes and constants that more than one file declares. */
export function findRepeatedValues(root: string): Map<string, string[]> {
  const repeated = findRepeated(root, ["packages/*/src/**/*.ts", "tools/**/*.ts"], exportedValues);
  return new Map([...repeated].filter(([name]) => !Object.hasOwn(ALLOWED, name)));
}

function findRepeated(
  root: string,
  patterns: readonly string[],
  exportedNames: ExportedNames,
): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const path of globSync(patterns, { cwd: root })) {
    if (isTest(path)) continue;
    for (const name of exportedNames(path, readFileSync(join(root, path), "utf8")))
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

/**
 * Returns exported functions, classes and constants. Leaves out commands of the command line: they
 * have the name that a person types, such as `approve`, and only the command table loads them.
 */
export function exportedValues(path: string, text: string): Set<string> {
  return new Set(
    parseSource(path, text).program.body.flatMap((statement) => {
      if (statement.type !== "ExportNamedDeclaration") return [];
      const { declaration } = statement;
      if (declaration?.type === "FunctionDeclaration" || declaration?.type === "ClassDeclaration")
        return declaration.id === null ? [] : [declaration.id.name];
      if (declaration?.type !== "VariableDeclaration") return [];
      return declaration.declarations.flatMap(({ id, init }) => {
        const isCommand =
          init?.type === "CallExpression" &&
          init.callee.type === "Identifier" &&
          init.callee.name === "defineCommand";
        return id.type === "Identifier" && !isCommand ? [id.name] : [];
      });
    }),
  );
}
