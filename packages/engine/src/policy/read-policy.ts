import {
  baseFile,
  CONFIG_FILES,
  CONFIG_PARTS,
  CountersignError,
  type LoadedPolicy,
  loadPolicy,
  namedPolicyFiles,
  type Problem,
  resolvePath,
} from "@countersign/core";
import { type ParseError, parse } from "jsonc-parser";
import { parseDocument } from "yaml";
import type { Mirror } from "../ports/mirror.ts";
import { withDetectedChecks } from "./detect-checks.ts";
import { jsonFault } from "./json-fault.ts";
import { readOwnerTexts } from "./read-owner-texts.ts";

const MAX_BYTES = 1024 * 1024;

/** Reads the files of a commit or tree. */
export type PolicyFiles = Pick<Mirror, "findFiles" | "readBlob" | "readFile">;

type Read = (path: string) => Promise<string | null>;

/** Configuration files, besides a base that they name. */
const KNOWN_FILES: readonly string[] = [
  ...CONFIG_FILES,
  ...Object.values(CONFIG_PARTS),
  "package.json",
];

/** Reads the blob ids of the configuration files in one commit. Equal blobs mean an equal policy. */
export async function configFiles(
  mirror: PolicyFiles,
  repo: string,
  commit: string,
): Promise<ReadonlyMap<string, string>> {
  return mirror.findFiles(repo, commit, KNOWN_FILES);
}

const MAX_CACHED = 200;

/** Policies that name no other files, by the blobs of their files. */
const loadedBefore = new Map<string, LoadedPolicy>();

/** Reads the configuration of one commit, for which the repository's owner is responsible. */
export async function readPolicy(
  mirror: PolicyFiles,
  repo: string,
  commit: string,
  blobs: ReadonlyMap<string, string>,
): Promise<LoadedPolicy> {
  const key = JSON.stringify([...blobs]);
  const known = loadedBefore.get(key);
  if (known !== undefined) return known;
  const loaded = await readSafely(mirror, repo, commit, blobs);
  if (!loaded.ok || namedPolicyFiles(loaded.policy).length > 0) return loaded;
  if (loadedBefore.size >= MAX_CACHED) loadedBefore.clear();
  loadedBefore.set(key, loaded);
  return loaded;
}

/** Refuses a configuration that is too large or nested too deep like any other invalid one. */
async function readSafely(
  mirror: PolicyFiles,
  repo: string,
  commit: string,
  blobs: ReadonlyMap<string, string>,
): Promise<LoadedPolicy> {
  try {
    return await readWhole(mirror, repo, commit, blobs);
  } catch (error) {
    if (error instanceof CountersignError && error.code === "too_large")
      return refused([problem([], error.message)]);
    if (error instanceof RangeError) return refused([problem([], "it is nested too deep")]);
    throw error;
  }
}

async function readWhole(
  mirror: PolicyFiles,
  repo: string,
  commit: string,
  blobs: ReadonlyMap<string, string>,
): Promise<LoadedPolicy> {
  return await policyFrom(async (path) => {
    const id = blobs.get(path);
    if (id === undefined && KNOWN_FILES.includes(path)) return null;
    const file =
      id === undefined
        ? await mirror.readFile(repo, commit, path, MAX_BYTES)
        : await mirror.readBlob(repo, id, MAX_BYTES);
    if (file === null) return null;
    if (file.bytes === null) throw new CountersignError("too_large", `${path} is too large.`);
    return Buffer.from(file.bytes).toString("utf8");
  });
}

/** Returns true if one of the files is a main configuration file; a part alone is not one. */
export function hasConfig(files: ReadonlyMap<string, string>): boolean {
  return CONFIG_FILES.some((name) => files.has(name));
}

/** Loads the configuration from the files that `read` finds. */
export async function policyFrom(read: Read): Promise<LoadedPolicy> {
  const problems: Problem[] = [];
  const main = await readMainFile(read, problems);
  if (main === null) return problems.length > 0 ? refused(problems) : refused([NO_FILE]);
  for (const [part, path] of Object.entries(CONFIG_PARTS)) {
    const text = await read(path);
    if (text === null) continue;
    if (part in main) problems.push(problem([part], `is in ${path} too; keep one of them`));
    else main[part] = parseText(path, text, problems);
  }
  const base = await withTexts(await readBaseFile(main, read, problems), read, problems);
  const own = await readOwnerTexts(main, read, problems);
  if (problems.length > 0) return refused(problems);
  const detected = withDetectedChecks(own, await read("package.json"), base);
  return base === undefined ? loadPolicy(detected) : loadPolicy(detected, { base });
}

const NO_FILE = problem(
  [],
  "no countersign.jsonc is committed yet; create one with `countersign init` and commit it",
);

/** Reads the one main configuration file. With two of them, a change could choose which one counts. */
async function readMainFile(
  read: Read,
  problems: Problem[],
): Promise<Record<string, unknown> | null> {
  const texts = await Promise.all(CONFIG_FILES.map(read));
  const found = CONFIG_FILES.flatMap((path, at) => {
    const text = texts[at] ?? null;
    return text === null ? [] : [{ path, text }];
  });
  const [first, second] = found;
  if (first === undefined) return null;
  if (second !== undefined) {
    const names = found.map(({ path }) => path).join(" and ");
    problems.push(problem([], `there are two policy files, ${names}; keep one of them`));
    return null;
  }
  const value = parseText(first.path, first.text, problems);
  if (isRecord(value)) return { ...value };
  if (problems.length === 0)
    problems.push(problem([], `${first.path} does not contain a JSON object`));
  return null;
}

/** Reads the base that `extends` names, from the same commit. */
async function readBaseFile(
  main: Record<string, unknown>,
  read: Read,
  problems: Problem[],
): Promise<unknown> {
  const name = typeof main.extends === "string" ? baseFile(main.extends) : null;
  if (name === null) return undefined;
  const path = name.startsWith("org:") ? null : resolvePath(name);
  if (path === null) {
    problems.push(problem(["extends"], `${name} is not a file of this repository`));
    return undefined;
  }
  const text = await read(path);
  if (text !== null) return parseText(path, text, problems);
  problems.push(problem(["extends"], `there is no file ${name}`));
  return undefined;
}

async function withTexts(base: unknown, read: Read, problems: Problem[]): Promise<unknown> {
  return isRecord(base) ? await readOwnerTexts(base, read, problems) : base;
}

function parseText(path: string, text: string, problems: Problem[]): unknown {
  const { value, faults } = /\.jsonc?$/.test(path) ? parseJson(text) : parseYaml(text);
  problems.push(...faults.map((fault) => problem([], `${path}: ${fault}`)));
  return value;
}

function parseJson(text: string): { value: unknown; faults: string[] } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const faults = errors.slice(0, 10).map((error) => {
    const line = text.slice(0, error.offset).split("\n").length;
    return `${jsonFault(error)} on line ${line}`;
  });
  return { value, faults: [...new Set(faults)] };
}

/** Refuses aliases, because a small file could expand into a huge one. */
function parseYaml(text: string): { value: unknown; faults: string[] } {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0)
    return { value: null, faults: document.errors.slice(0, 10).map(({ message }) => message) };
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return { value, faults: [] };
  } catch {
    return { value: null, faults: ["aliases are not allowed"] };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function problem(path: readonly string[], reason: string): Problem {
  return { path: path.join("."), reason };
}

function refused(problems: Problem[]): LoadedPolicy {
  return { ok: false, problems };
}
