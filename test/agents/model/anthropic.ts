import type { ServerResponse } from "node:http";
import type { Said } from "./said.ts";
import { type ServerEvent, sendEvents, sendJson } from "./server-events.ts";

const USAGE = { input_tokens: 1_200, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

type Body = { model?: unknown; stream?: unknown; tools?: unknown; messages?: unknown };
type Block = { type: string; [key: string]: unknown };

let made = 0;

/** Says one turn in the form of Anthropic's Messages. */
export function sayAnthropic(
  response: ServerResponse,
  body: Body,
  said: Said,
  cutAfter?: number,
): void {
  const block = blockOf(said);
  const stop = stopOf(said);
  made += 1;
  const message = {
    id: `msg_${made}`,
    type: "message",
    role: "assistant",
    model: body.model,
    content: [block],
    stop_reason: stop,
    stop_sequence: null,
    usage: { ...USAGE, output_tokens: 80 },
  };
  if (body.stream !== true) sendJson(response, message);
  else
    sendEvents(
      response,
      eventsOf(message, block, stop),
      cutAfter === undefined ? {} : { cutAfter },
    );
}

function blockOf(said: Said): Block {
  made += 1;
  if (said.kind === "text") return { type: "text", text: said.text };
  const [name, input] =
    said.kind === "call" ? [said.tool, said.input] : ["StructuredOutput", JSON.parse(said.text)];
  return { type: "tool_use", id: `toolu_${made}`, name, input };
}

function stopOf(said: Said): string {
  if (said.kind !== "text") return "tool_use";
  return said.stop === "length" ? "max_tokens" : "end_turn";
}

function eventsOf(message: object, block: Block, stop: string): ServerEvent[] {
  const empty = block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
  const delta =
    block.type === "text"
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  const begun = { ...message, content: [], stop_reason: null };
  return [
    { type: "message_start", message: begun },
    { type: "content_block_start", index: 0, content_block: empty },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: 80 },
    },
    { type: "message_stop" },
  ].map((data) => ({ name: data.type, data }));
}
