import type { LanguageModelV4FinishReason, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { RequestFailure } from "../egress/judge-response.ts";

type Unfinished = Exclude<LanguageModelV4FinishReason["unified"], "stop">;

const UNFINISHED: Readonly<Record<Unfinished, Omit<RequestFailure, "ok">>> = {
  length: { reason: "the answer was cut off at the model's limit", again: "soon" },
  "content-filter": { reason: "the model refused to answer", again: "never" },
  "tool-calls": { reason: "the model asked for tools, and it has none", again: "soon" },
  error: { reason: "the model failed midway", again: "soon" },
  interrupted: { reason: "the answer broke off", again: "soon" },
  other: { reason: "the answer does not say that it is whole", again: "soon" },
};

/** Returns the text of a complete answer. The caller judges its content. */
export function readResult(
  who: string,
  { content, finishReason, structuredOutputText }: LanguageModelV4GenerateResult,
): { ok: true; text: string } | RequestFailure {
  const { unified } = finishReason;
  if (unified !== "stop") {
    const { reason, again } = UNFINISHED[unified];
    return { ok: false, reason: `${who}: ${reason}`, again };
  }
  const parts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const text = structuredOutputText ?? parts.join("");
  if (text.trim() !== "") return { ok: true, text };
  return { ok: false, reason: `${who}: the answer is empty`, again: "soon" };
}
