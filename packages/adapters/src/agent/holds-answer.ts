import { isJsonRecord, tryParseJson } from "./json-record.ts";

/**
 * Returns true if a text may contain an answer, for agents without structured output.
 *
 * This only separates chatter from an answer. The caller validates it.
 */
export function holdsAnswer(text: string): boolean {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  const value = from === -1 ? undefined : tryParseJson(text.slice(from, to + 1));
  return isJsonRecord(value) && value.completed === true && typeof value.nonce === "string";
}
