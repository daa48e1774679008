import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileGlob, digestOf, matchesGlob } from "@countersign/core";

/** A file that the prepare command sees. */
export type PrepareInput = { path: string; digest: string };

/** Files that package managers read in addition to the files that the policy names. */
const MANIFESTS = new Set(["package.json", ".npmrc", ".yarnrc.yml", "pnpm-workspace.yaml"]);
const NOT_SEARCHED = new Set(["node_modules", ".git"]);
const MAX_INPUTS = 2_000;

/**
 * Finds the inputs of the prepare command: the files that the policy names by path or pattern, and the manifests.
 * Links are not followed.
 */
export async function findInputs(
  checkout: string,
  cacheKey: readonly string[],
): Promise<PrepareInput[]> {
  const isNamed = createMatcher(cacheKey);
  const inputs: PrepareInput[] = [];
  for (const path of (await listFiles(checkout, "")).toSorted()) {
    if (!isNamed(path) && !MANIFESTS.has(path.slice(path.lastIndexOf("/") + 1))) continue;
    if (inputs.length >= MAX_INPUTS) throw new Error(`More than ${MAX_INPUTS} files to prepare`);
    const bytes = await readFile(join(checkout, path));
    inputs.push({ path, digest: createHash("sha256").update(bytes).digest("hex") });
  }
  return inputs;
}

/** Returns a cache name. Equal names mean the same command with the same input bytes. */
export function hashInputs(inputs: readonly PrepareInput[], how: Record<string, string>): string {
  return digestOf({ how, inputs: inputs.map(({ path, digest }) => ({ path, digest })) });
}

/** Copies only the inputs into another directory. */
export async function copyInputs(
  inputs: readonly PrepareInput[],
  checkout: string,
  directory: string,
): Promise<void> {
  for (const { path } of inputs) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await copyFile(join(checkout, path), join(directory, path));
  }
}

function createMatcher(patterns: readonly string[]): (path: string) => boolean {
  const globs = patterns.flatMap((pattern) => {
    const compiled = compileGlob(pattern);
    return compiled.ok ? [compiled.glob] : [];
  });
  return (path) => patterns.includes(path) || globs.some((glob) => matchesGlob(glob, path));
}

async function listFiles(root: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) found.push(path);
    if (!entry.isDirectory() || NOT_SEARCHED.has(entry.name)) continue;
    found.push(...(await listFiles(root, path)));
  }
  return found;
}
