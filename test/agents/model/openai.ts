import type { ServerResponse } from "node:http";
import type { Said } from "./said.ts";
import { type ServerEvent, sendEvents, sendJson } from "./server-events.ts";

type Body = { model?: unknown; stream?: unknown };
type Item = { type: string; id: string; [key: string]: unknown };

const USAGE = {
  input_tokens: 1_200,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 80,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 1_280,
};

let made = 0;

/** Says one turn in the form of OpenAI's Responses. */
export function sayOpenai(
  response: ServerResponse,
  body: Body,
  said: Said,
  cutAfter?: number,
): void {
  made += 1;
  const item = itemOf(said);
  const begun = {
    id: `resp_${made}`,
    object: "response",
    created_at: 1_790_000_000,
    status: "in_progress",
    model: body.model,
    output: [],
    parallel_tool_calls: true,
    tools: [],
    tool_choice: "auto",
  };
  const done = { ...begun, ...endOf(said), output: [item], usage: USAGE };
  if (body.stream !== true) sendJson(response, done);
  else
    sendEvents(response, eventsOf(begun, item, done), cutAfter === undefined ? {} : { cutAfter });
}

function endOf(said: Said): object {
  if (said.kind !== "text" || said.stop !== "length") return { status: "completed" };
  return { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
}

function itemOf(said: Said): Item {
  made += 1;
  if (said.kind === "call") {
    return {
      type: "function_call",
      id: `fc_${made}`,
      call_id: `call_${made}`,
      name: said.tool,
      ...(said.group !== undefined && { namespace: said.group }),
      arguments: JSON.stringify(said.input),
      status: "completed",
    };
  }
  const content = [{ type: "output_text", text: said.text, annotations: [] }];
  return { type: "message", id: `msg_${made}`, role: "assistant", status: "completed", content };
}

function eventsOf(begun: object, item: Item, done: { status?: string }): ServerEvent[] {
  const open = item.type === "message" ? { ...item, content: [] } : { ...item, arguments: "" };
  const end = done.status === "incomplete" ? "response.incomplete" : "response.completed";
  return [
    { type: "response.created", response: begun },
    { type: "response.output_item.added", output_index: 0, item: open },
    ...textEvents(item),
    { type: "response.output_item.done", output_index: 0, item },
    { type: end, response: done },
  ].map((data, sequence_number) => ({ name: data.type, data: { ...data, sequence_number } }));
}

function textEvents(item: Item): { type: string; [key: string]: unknown }[] {
  const [part] = Array.isArray(item.content) ? item.content : [];
  if (part === undefined) return [];
  const at = { item_id: item.id, output_index: 0, content_index: 0 };
  return [
    { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...at, delta: part.text },
    { type: "response.output_text.done", ...at, text: part.text },
    { type: "response.content_part.done", ...at, part },
  ];
}
