import { canonicalJson, type Json } from "../../kernel/canonical-json.ts";
import { isJsonObject, isList } from "../plain-data.ts";
import { type Problem, problem } from "../problem.ts";

/** Finds locks that name nothing: a lock with a slip of the pen would protect nothing. */
export function emptyLocks(locked: readonly string[], content: Json): Problem[] {
  return locked.flatMap((lock) =>
    lookUp(content, lock) === undefined ? [problem(["locked"], `There is no key ${lock}`)] : [],
  );
}

/** Finds locked keys whose value in force differs from the one that the base gives. */
export function brokenLocks(locked: readonly string[], base: Json, content: Json): Problem[] {
  return locked.flatMap((lock) =>
    written(base, lock) === written(content, lock)
      ? []
      : [problem(lock.split("."), "The base locks this key; this file may not change it")],
  );
}

function written(content: Json, lock: string): string | undefined {
  const value = lookUp(content, lock);
  return value === undefined ? undefined : canonicalJson(value);
}

/** Follows a dotted path; an entry of a list is named by its id. */
function lookUp(content: Json, lock: string): Json | undefined {
  let value: Json | undefined = content;
  for (const step of lock.split(".")) {
    if (isList(value)) value = value.find((entry) => isJsonObject(entry) && entry.id === step);
    else if (isJsonObject(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else return undefined;
  }
  return value;
}
