import { CountersignError, canonicalJson, type Json } from "@countersign/core";

/** In JSON text: an escaped NUL, or half of a surrogate pair, which is only ever escaped when it stands alone. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Writes a value as canonical JSON, and refuses text that the database cannot hold. */
export function storableJson(value: object): string {
  const text = JSON.stringify(value);
  if (UNSTORABLE.test(text))
    throw new CountersignError(
      "invalid_input",
      "A text holds a NUL or half a character, which cannot be stored",
    );
  const plain: Json = JSON.parse(text);
  return canonicalJson(plain);
}
