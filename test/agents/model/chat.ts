import type { ServerResponse } from "node:http";
import type { Said } from "./said.ts";
import { sendEvents, sendJson } from "./server-events.ts";

type Body = { model?: unknown; stream?: unknown };

const USAGE = { prompt_tokens: 1_200, completion_tokens: 80, total_tokens: 1_280 };

let made = 0;

/** Says one turn in the form of OpenAI's Chat Completions, which many servers speak. */
export function sayChat(response: ServerResponse, body: Body, said: Said, cutAfter?: number): void {
  made += 1;
  const base = { id: `chat_${made}`, created: 1_790_000_000, model: body.model };
  const message = messageOf(said);
  const finish_reason = finishOf(said);
  if (body.stream !== true) {
    const choices = [{ index: 0, message, finish_reason }];
    sendJson(response, { ...base, object: "chat.completion", choices, usage: USAGE });
    return;
  }
  const chunk = { ...base, object: "chat.completion.chunk" };
  const events = [
    { data: { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] } },
    { data: { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: USAGE } },
    { data: "[DONE]" },
  ];
  sendEvents(response, events, cutAfter === undefined ? {} : { cutAfter: 1 });
}

function messageOf(said: Said): object {
  if (said.kind !== "call") return { role: "assistant", content: said.text };
  const call = { name: said.tool, arguments: JSON.stringify(said.input) };
  const tool_calls = [{ index: 0, id: `call_${made}`, type: "function", function: call }];
  return { role: "assistant", content: null, tool_calls };
}

function finishOf(said: Said): string {
  if (said.kind === "call") return "tool_calls";
  return said.kind === "text" && said.stop === "length" ? "length" : "stop";
}
