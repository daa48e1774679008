import type { ServerResponse } from "node:http";
import type { Said } from "./said.ts";
import { sendEvents, sendJson } from "./server-events.ts";

let made = 0;

/** Says one turn in the form of Gemini's `generateContent`, as it is or as Code Assist wraps it. */
export function sayGemini(
  response: ServerResponse,
  how: { stream: boolean; isWrapped: boolean; cutAfter?: number | undefined },
  said: Said,
): void {
  made += 1;
  const part =
    said.kind === "call"
      ? { functionCall: { id: `call_${made}`, name: said.tool, args: said.input } }
      : { text: said.text };
  const isCutShort = said.kind === "text" && said.stop === "length";
  const whole = {
    candidates: [
      {
        content: { role: "model", parts: [part] },
        finishReason: isCutShort ? "MAX_TOKENS" : "STOP",
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 1_200, candidatesTokenCount: 80, totalTokenCount: 1_280 },
    modelVersion: "stand-in",
    responseId: `response_${made}`,
  };
  const data = how.isWrapped ? { response: whole } : whole;
  if (!how.stream) sendJson(response, data);
  else sendEvents(response, [{ data }], how.cutAfter === undefined ? {} : { cutAfter: 0 });
}
