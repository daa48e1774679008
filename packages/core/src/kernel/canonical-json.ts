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
      if (value === null) return "null";
      if (isOrdered(value)) return JSON.stringify(value);
      return isList(value) ? list(value) : record(value);
    default:
      throw new Error(`canonicalJson: cannot write a ${typeof value}`);
  }
}

/**
 * Returns true if JSON itself writes a value in the canonical form: all keys are sorted, as in a value that was read
 * from canonical JSON.
 */
function isOrdered(value: Json | undefined): boolean {
  switch (typeof value) {
    case "string":
      return value.isWellFormed();
    case "number":
      return Number.isFinite(value);
    case "boolean":
      return true;
    case "object":
      if (value === null) return true;
      return isList(value) ? value.every(isOrdered) : isOrderedRecord(value);
    default:
      return false;
  }
}

function isOrderedRecord(value: { readonly [key: string]: Json | undefined }): boolean {
  if (typeof Reflect.get(value, "toJSON") === "function") return false;
  let before = "";
  for (const key of Object.keys(value)) {
    if (key < before || !key.isWellFormed() || !isOrdered(value[key])) return false;
    before = key;
  }
  return true;
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
  for (const key of Object.keys(value).sort()) {
    const item = value[key];
    if (item === undefined) continue;
    text += `${text === "" ? "{" : ","}${quoted(key)}:${canonicalJson(item)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}
