import { randomBytes } from "node:crypto";
import { readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { CONFIG_FILES, CountersignError, type LoadedPolicy, type Problem } from "@countersign/core";
import { jsonFault, policyFrom } from "@countersign/engine";
import { type ParseError, parse } from "jsonc-parser";
import { findWorkplace } from "../workplace/find-workplace.ts";

/** The configuration as it lies in a working directory; it counts once it is on the target branch. */
export type ConfigFile = {
  root: string;
  name: string;
  path: string;
  /** Null when there is none yet. */
  text: string | null;
};

const [DEFAULT_NAME] = CONFIG_FILES;

/** `named` is the file in COUNTERSIGN_CONFIG; it replaces the file of the repository. */
export async function readConfigFile(
  directory: string,
  named: string | undefined,
): Promise<ConfigFile> {
  if (named !== undefined && named !== "") {
    const path = resolve(directory, named);
    return { root: dirname(path), name: basename(path), path, text: await readOptional(path) };
  }
  const { root } = await findWorkplace(directory);
  for (const name of CONFIG_FILES) {
    const path = join(root, name);
    const text = await readOptional(path);
    if (text !== null) return { root, name, path, text };
  }
  return { root, name: DEFAULT_NAME, path: join(root, DEFAULT_NAME), text: null };
}

/**
 * Loads the configuration from these files, or returns all problems. `text` replaces the text of the file, and
 * `others` that of files at other paths.
 */
export async function loadConfig(
  { root, name }: ConfigFile,
  text: string | null,
  others: Readonly<Record<string, string>> = {},
): Promise<LoadedPolicy> {
  const usual = usualName(name);
  return await policyFrom(async (path) => {
    if (path === usual) return text;
    if (Object.hasOwn(others, path)) return others[path] ?? null;
    const isOther = CONFIG_FILES.some((other) => other === path);
    if (isOther) return usual === name ? await readOptional(join(root, path)) : null;
    return await readBelow(root, path);
  });
}

/** A file of the repository; one that a link leads out of it is none. */
async function readBelow(root: string, path: string): Promise<string | null> {
  const place = await realpath(join(root, path)).catch(() => null);
  if (place === null) return null;
  return isBelow(await realpath(root), place) ? await readOptional(place) : null;
}

/** Tells whether a path lies below a directory; both are resolved already. */
export function isBelow(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== "" && !isAbsolute(way) && way.split(sep)[0] !== "..";
}

/** What a file with another name is read as: the usual one of its kind. */
function usualName(name: string): string {
  const alike = CONFIG_FILES.find((usual) => extname(usual) === extname(name));
  return CONFIG_FILES.some((usual) => usual === name) ? name : (alike ?? DEFAULT_NAME);
}

/** Refuses a text that would not be a valid configuration, with everything that is wrong. */
export async function requireValid(file: ConfigFile, text: string): Promise<void> {
  const loaded = await loadConfig(file, text);
  if (loaded.ok) return;
  throw new CountersignError("invalid_input", problemsText(loaded.problems), {
    hint: "Nothing was written",
  });
}

/** Replaces the file in one step and keeps its permissions. */
export async function writeConfigFile(
  { path }: Pick<ConfigFile, "path">,
  text: string,
): Promise<void> {
  const mode = (await stat(path).catch(() => null))?.mode ?? 0o644;
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, text, { mode, flag: "wx" });
  await rename(draft, path);
}

/** The values of a JSON text with comments, or where it is none. */
export function parseJsonText(text: string, name: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const before = text.slice(0, first.offset).split("\n");
  const place = `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  throw new CountersignError("invalid_input", `${name}:${place}: ${jsonFault(first)}`, {
    hint: "Fix the file in an editor",
  });
}

export function problemsText(problems: readonly Problem[]): string {
  return problems.map(problemText).join("\n");
}

export function problemText({ path, reason, didYouMean }: Problem): string {
  const meant = didYouMean === undefined ? "" : `, did you mean \`${didYouMean}\`?`;
  return `${path === "" ? "" : `${path}: `}${reason}${meant}`;
}

async function readOptional(path: string): Promise<string | null> {
  return await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
}
