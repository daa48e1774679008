import { CountersignError, canonicalJson, type Json } from "@countersign/core";

/**
 * Matches an escaped NUL in JSON text, or half a surrogate pair, which is only escaped when it is unpaired.
 */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Serializes a value as canonical JSON and refuses text that the database cannot store. */
export function storableJson(value: object): string {
  const text = JSON.stringify(value);
  if (UNSTORABLE.test(text))
    throw new CountersignError(
      "invalid_input",
      "The text contains a NUL or an unpaired surrogate, which cannot be stored",
    );
  const plain: Json = JSON.parse(text);
  return canonicalJson(plain);
}
