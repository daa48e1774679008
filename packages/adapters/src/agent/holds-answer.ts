import { isRecord, parseJson } from "./json-record.ts";

/**
 * Whether a text holds something that could be an answer, from an agent that takes no form.
 *
 * It only tells talk from an answer; whether it is one, whoever asked finds out.
 */
export function holdsAnswer(text: string): boolean {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  const value = from === -1 ? undefined : parseJson(text.slice(from, to + 1));
  return isRecord(value) && value.completed === true && typeof value.nonce === "string";
}
