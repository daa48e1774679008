import type { z } from "zod";
import type { Json } from "../../kernel/canonical-json.ts";
import { closest } from "../closest.ts";
import { isJsonObject, isList } from "../plain-data.ts";
import { type Path, type Problem, problem } from "../problem.ts";
import { knownKeys } from "./known-keys.ts";

type Issue = z.core.$ZodIssue;

const MAX_WORDS = 12;
const MAX_KEYS = 201;
const NAME = "a name of letters, digits and . _ @ + -, at most 64 characters";

/** Converts schema issues into readable problems, with the closest match. */
export function explainIssues(issues: readonly Issue[], data: Json): Problem[] {
  return issues.flatMap((issue) => explain(issue, [], data));
}

function explain(issue: Issue, parent: Path, data: Json): Problem[] {
  const path = [...parent, ...stepsOf(issue.path)];
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownKeys(path, issue.keys);
    case "invalid_union":
      return explainUnion(issue.errors, path, data);
    case "invalid_key":
      return [problem(path, `The key must be ${NAME}`)];
    case "invalid_value":
      return [wrongWord(path, issue.values, valueAt(data, path))];
    case "invalid_type":
      return [problem(path, wrongType(issue.expected, valueAt(data, path)))];
    default:
      return [problem(path, reasonFor(issue))];
  }
}

function stepsOf(path: readonly PropertyKey[]): Path {
  return path.map((step) => (typeof step === "number" ? step : String(step)));
}

function unknownKeys(path: Path, keys: readonly string[]): Problem[] {
  const known = knownKeys(path);
  return keys
    .slice(0, MAX_KEYS)
    .map((key) => problem([...path, key], "There is no such key", closest(key, known)));
}

/** Explains the closest variant: the one with the fewest issues. */
function explainUnion(branches: readonly (readonly Issue[])[], path: Path, data: Json): Problem[] {
  const value = valueAt(data, path);
  const close = branches.filter((issues) => isJsonObject(value) && !issues.some(isAboutTheWhole));
  const [best] = close.toSorted((a, b) => a.length - b.length);
  if (best !== undefined) return best.flatMap((issue) => explain(issue, path, data));
  const words = branches.flat().flatMap((issue) => wordsOf(issue));
  return [wrongWord(path, words, value)];
}

function isAboutTheWhole(issue: Issue): boolean {
  return issue.path.length === 0 && issue.code !== "unrecognized_keys";
}

function wordsOf(issue: Issue): readonly z.core.util.Primitive[] {
  if (issue.code === "invalid_value") return issue.values;
  if (issue.code !== "invalid_type") return [];
  return issue.expected === "boolean" ? [true, false] : [`(${nameOfType(issue.expected)})`];
}

function wrongWord(path: Path, words: readonly unknown[], value: Json | undefined): Problem {
  if (value === undefined) return problem(path, "Missing");
  const shown = words.slice(0, MAX_WORDS).map(String).join(", ");
  const texts = words.filter((word) => typeof word === "string");
  const meant = typeof value === "string" ? closest(value, texts) : undefined;
  return problem(path, words.length === 1 ? `Must be ${shown}` : `Must be one of ${shown}`, meant);
}

function wrongType(expected: string, value: Json | undefined): string {
  if (value === undefined) return "Missing";
  return `Must be ${nameOfType(expected)}, not ${nameOfType(typeOf(value))}`;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return isList(value) ? "array" : typeof value;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

function nameOfType(type: string): string {
  return TYPE_NAMES[type] ?? type;
}

function reasonFor(issue: Issue): string {
  if (issue.code === "too_small") return tooSmall(issue.origin, Number(issue.minimum));
  if (issue.code === "too_big") return tooBig(issue.origin, Number(issue.maximum));
  if (issue.code !== "invalid_format") return issue.message;
  return `Must be ${issue.message.startsWith("Invalid") ? NAME : issue.message}`;
}

function tooSmall(origin: string, minimum: number): string {
  if (origin === "string") return "Must not be empty";
  if (origin === "array") return `Needs at least ${minimum} ${minimum === 1 ? "entry" : "entries"}`;
  return `Must be at least ${minimum}`;
}

function tooBig(origin: string, maximum: number): string {
  if (origin === "string") return `Must not be longer than ${maximum} characters`;
  if (origin === "array") return `Must not have more than ${maximum} entries`;
  return `Must be at most ${maximum}`;
}

function valueAt(data: Json, path: Path): Json | undefined {
  let value: Json | undefined = data;
  for (const step of path) {
    if (isList(value)) value = typeof step === "number" ? value[step] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else return undefined;
  }
  return value;
}
