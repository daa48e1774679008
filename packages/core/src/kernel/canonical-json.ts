/** Any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/**
 * Serialises a value as JSON with sorted keys and no spaces, so that equal values give equal bytes.
 *
 * Absent and `undefined` properties are the same. Values that JSON cannot represent are a bug of the caller.
 */
export function canonicalJson(value: Json): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      if (!Number.isFinite(value)) throw new Error(`canonicalJson: ${value} is not a JSON number`);
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : isList(value) ? list(value) : record(value);
    default:
      throw new Error(`canonicalJson: cannot write a ${typeof value}`);
  }
}

/** Texts that need no escaping, which are most. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new Error("canonicalJson: lone surrogate in a string");
  return JSON.stringify(value);
}

function isList(
  value: readonly Json[] | { readonly [key: string]: Json | undefined },
): value is readonly Json[] {
  return Array.isArray(value);
}

function list(values: readonly Json[]): string {
  let text = "[";
  for (const value of values)
    text += text.length === 1 ? canonicalJson(value) : `,${canonicalJson(value)}`;
  return `${text}]`;
}

function record(value: { readonly [key: string]: Json | undefined }): string {
  if (typeof Reflect.get(value, "toJSON") === "function")
    throw new Error("canonicalJson: cannot write an object with its own JSON form");
  let text = "";
  for (const key of sortedKeys(value)) {
    const item = value[key];
    if (item === undefined) continue;
    text += `${text === "" ? "{" : ","}${quoted(key)}:${canonicalJson(item)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Most records are sorted already, because they were read from canonical JSON. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  let before = "";
  for (const key of keys) {
    if (key < before) return keys.sort();
    before = key;
  }
  return keys;
}
