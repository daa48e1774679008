import type { Json } from "../kernel/canonical-json.ts";
import { type Path, type Problem, problem } from "./problem.ts";

export type JsonObject = { readonly [key: string]: Json | undefined };

const DEEPEST = 32;
const LONGEST_TEXT = 10_000;
const MAX_VALUES = 20_000;
const MAX_ENTRIES = 1_500;
const MAX_PROBLEMS = 100;
const REFUSED_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Copies parser output into plain data of bounded size, or returns why it is not.
 *
 * Later code may therefore recurse and merge by key without limits.
 */
export function plainData(
  raw: unknown,
): { ok: true; data: JsonObject } | { ok: false; problems: Problem[] } {
  const copy: Copy = { values: 0, entries: 0, problems: [] };
  const data = copyValue(copy, [], raw);
  if (copy.problems.length > 0) return { ok: false, problems: copy.problems };
  if (isJsonObject(data)) return { ok: true, data };
  return { ok: false, problems: [problem([], "The policy must be an object, as in {}")] };
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

type Copy = { values: number; entries: number; readonly problems: Problem[] };

function copyValue(copy: Copy, path: Path, value: unknown): Json {
  copy.values += 1;
  if (copy.values > MAX_VALUES) {
    return refuse(copy, [], `The policy has more than ${MAX_VALUES} values`);
  }
  if (path.length > DEEPEST) return refuse(copy, path, `Nested deeper than ${DEEPEST} levels`);
  if (Array.isArray(value)) return copyList(copy, path, value);
  if (typeof value === "object" && value !== null) return copyObject(copy, path, value);
  return copyScalar(copy, path, value);
}

function copyScalar(copy: Copy, path: Path, value: unknown): Json {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : refuse(copy, path, `${value} is not a JSON number`);
  }
  if (typeof value !== "string") return refuse(copy, path, "Not a JSON value");
  if (value.length > LONGEST_TEXT) {
    return refuse(copy, path, `A text is longer than ${LONGEST_TEXT} characters`);
  }
  return value.isWellFormed() ? value : refuse(copy, path, "Broken Unicode in a text");
}

function copyList(copy: Copy, path: Path, list: readonly unknown[]): Json {
  copy.entries += list.length;
  if (copy.entries > MAX_ENTRIES) {
    return refuse(copy, path, `The lists have more than ${MAX_ENTRIES} entries in total`);
  }
  const copied: Json[] = [];
  for (const [index, value] of list.entries()) {
    if (isOver(copy)) break;
    copied.push(copyValue(copy, [...path, index], value));
  }
  return copied;
}

function copyObject(copy: Copy, path: Path, value: object): Json {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return refuse(copy, path, "Not a JSON value");
  }
  const copied: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (isOver(copy)) break;
    const itemPath = [...path, key];
    if (REFUSED_KEYS.has(key)) refuse(copy, itemPath, "This key is not allowed anywhere");
    else if (!key.isWellFormed()) refuse(copy, itemPath, "Broken Unicode in a key");
    else if (item !== undefined) copied[key] = copyValue(copy, itemPath, item);
  }
  return copied;
}

/** Stops after too many values, entries or problems. */
function isOver(copy: Copy): boolean {
  return (
    copy.values > MAX_VALUES || copy.entries > MAX_ENTRIES || copy.problems.length >= MAX_PROBLEMS
  );
}

function refuse(copy: Copy, path: Path, reason: string): null {
  copy.problems.push(problem(path, reason));
  return null;
}
