import type { Provider } from "../model-name.ts";

/** Where each protocol takes a question. */
export const PATHS: Readonly<Record<Provider, string>> = {
  anthropic: "/v1/messages",
  openai: "/v1/responses",
  google: "/v1/models/gemini-3-pro:generateContent",
  local: "/v1/chat/completions",
};

type End = "whole" | "cut_off" | "refused";

const STOP_REASONS = { whole: "end_turn", cut_off: "max_tokens", refused: "refusal" } as const;
const GOOGLE_REASONS = { whole: "STOP", cut_off: "MAX_TOKENS", refused: "SAFETY" } as const;
const CHAT_REASONS = { whole: "stop", cut_off: "length", refused: "content_filter" } as const;
const INCOMPLETE = { cut_off: "max_output_tokens", refused: "content_filter" } as const;

/** The body with which a server of each protocol answers: 1,200 tokens read, 80 written. */
export function answerBody(provider: Provider, text: string, end: End = "whole"): string {
  return JSON.stringify(BODIES[provider](text, end));
}

const BODIES: Readonly<Record<Provider, (text: string, end: End) => object>> = {
  anthropic: (text, end) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "one",
    content: [{ type: "text", text }],
    stop_reason: STOP_REASONS[end],
    stop_sequence: null,
    usage: { input_tokens: 1_200, output_tokens: 80 },
  }),
  openai: (text, end) => ({
    id: "resp_1",
    object: "response",
    created_at: 1_700_000_000,
    status: end === "whole" ? "completed" : "incomplete",
    incomplete_details: end === "whole" ? null : { reason: INCOMPLETE[end] },
    model: "one",
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 1_200,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 80,
      output_tokens_details: { reasoning_tokens: 0 },
    },
  }),
  google: (text, end) => ({
    candidates: [
      {
        content: { role: "model", parts: [{ text }] },
        finishReason: GOOGLE_REASONS[end],
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 1_200, candidatesTokenCount: 80, totalTokenCount: 1_280 },
  }),
  local: (text, end) => ({
    id: "chat_1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "one",
    choices: [
      { index: 0, message: { role: "assistant", content: text }, finish_reason: CHAT_REASONS[end] },
    ],
    usage: { prompt_tokens: 1_200, completion_tokens: 80, total_tokens: 1_280 },
  }),
};
