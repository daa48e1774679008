import type { Import } from "./read-imports.ts";
import {
  FOLDER_ORDER,
  FOLDERS_OF_STRANGERS,
  importName,
  OUTSIDE_ORDER,
  OWNED_LIBRARIES,
  PACKAGE_NAMES,
  PACKAGES,
  STRANGERS,
  WITHOUT_NODE,
} from "./walls.ts";

/** A relative path that goes up only at its beginning. */
const PLAIN_PATH = /^(?:\.\/|(?:\.\.\/)+)(?!\.{1,2}\/)(?!.*\/\.{1,2}\/)/;

/** Lists the rules that an import breaks; empty for an allowed import. */
export function findViolations(one: Import): string[] {
  const name = packageOf(one.from);
  const rules = one.to === null ? libraryViolations(one, name) : fileViolations(one, one.to, name);
  return rules.map((rule) => `${one.from} imports ${one.specifier}: ${rule}`);
}

function libraryViolations({ from, specifier }: Import, name: string): string[] {
  const found = PACKAGE_NAMES.find(
    (other) => specifier === importName(other) || specifier.startsWith(`${importName(other)}/`),
  );
  const allowed = PACKAGES[name] ?? [];
  const owner = OWNED_LIBRARIES.find(({ library }) => specifier.startsWith(library));
  return [
    ...(found !== undefined && !allowed.includes(found)
      ? [`${name} may import only: ${allowed.join(", ") || "nothing of ours"}`]
      : []),
    ...(found !== undefined && specifier !== importName(found)
      ? ["a package is imported by its name alone"]
      : []),
    ...(specifier.startsWith("node:") && WITHOUT_NODE.has(name) && !isTest(from)
      ? [`${name} runs outside of Node`]
      : []),
    ...(owner !== undefined && !from.startsWith(owner.folder)
      ? [`only ${owner.folder} imports ${owner.library}`]
      : []),
  ];
}

function fileViolations({ from, specifier }: Import, to: string, name: string): string[] {
  if (!PLAIN_PATH.test(specifier)) return ["inside a package a path goes up only at its beginning"];
  if (isTest(from) && !to.startsWith("packages/")) return [];
  if (packageOf(to) !== name) return ["another package is imported by its name"];
  return [
    ...(isAgainstOrder(from, to, name) ? ["the folder comes later in the order"] : []),
    ...(areStrangers(from, to, name) ? ["these folders do not import each other"] : []),
  ];
}

/**
 * Returns whether an import breaks the folder order. Tests outside the core may import from later
 * folders.
 */
function isAgainstOrder(from: string, to: string, name: string): boolean {
  const order = FOLDER_ORDER[name];
  if (order === undefined || (isTest(from) && name !== "core")) return false;
  if (to === `packages/${name}/package.json`) return false;
  const above = sourceFolder(from);
  const below = sourceFolder(to);
  if (above === null || OUTSIDE_ORDER.has(above)) return false;
  if (below !== null && OUTSIDE_ORDER.has(below)) return !isTest(from);
  return below === null || order.indexOf(below) > order.indexOf(above);
}

function areStrangers(from: string, to: string, name: string): boolean {
  if (isTest(from)) return false;
  const [a, b] = [sourceFolder(from), sourceFolder(to)];
  const inList = STRANGERS.some(
    (group) =>
      group.package === name &&
      a !== b &&
      group.folders.includes(a ?? "") &&
      group.folders.includes(b ?? ""),
  );
  return inList || FOLDERS_OF_STRANGERS.some((folder) => areSiblings(from, to, folder));
}

function areSiblings(from: string, to: string, folder: string): boolean {
  const [a, b] = [from, to].map((path) =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : null,
  );
  return a != null && b != null && a !== b;
}

function packageOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** Returns the folder directly in `src`; null for a file beside the folders. */
export function sourceFolder(path: string): string | null {
  const [, , , folder = "", ...rest] = path.split("/");
  return rest.length === 0 ? null : folder;
}

export function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || path.includes("/testing/");
}
