import { CountersignError, canonicalJson, type Json } from "@countersign/core";

/**
 * Matches an escaped NUL in JSON text, or half a surrogate pair, which is only escaped when it is unpaired.
 */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Serializes a value as canonical JSON and refuses text that the database cannot store. */
export function storableJson(value: object): string {
  const canonical = canonicalIfPlain(value);
  const text = canonical ?? JSON.stringify(value);
  if (UNSTORABLE.test(text))
    throw new CountersignError(
      "invalid_input",
      "The text contains a NUL or an unpaired surrogate, which cannot be stored",
    );
  return canonical ?? canonicalJson(JSON.parse(text));
}

/** Returns null for a value that `JSON.stringify` would change, such as one with a date. */
function canonicalIfPlain(value: object): string | null {
  try {
    return canonicalJson(value as Json);
  } catch {
    return null;
  }
}
