import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import { zstdDecompressSync } from "node:zlib";
import { sayAnthropic } from "./anthropic.ts";
import { sayChat } from "./chat.ts";
import { sayGemini } from "./gemini.ts";
import { sayOpenai } from "./openai.ts";
import type { ModelReply, ModelRequest, ModelScript } from "./said.ts";
import { sendJson } from "./server-events.ts";

export type ModelServer = {
  url: string;
  /** Everything that was asked of it, in order. */
  requests: readonly ModelRequest[];
  close(): Promise<void>;
};

/**
 * A model server on loopback that speaks each vendor's protocol and says what a script tells it to. With a certificate
 * it is reached over TLS.
 */
export async function startModelServer(
  script: ModelScript,
  certificate?: { key: string; cert: string },
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const answerRequest: RequestListener = (request, response) => {
    void readAll(request).then((raw) => {
      const body = parse(raw);
      const asked = describe(request, raw, body);
      requests.push(asked);
      answer(asked, body, response, script);
    });
  };
  const server =
    certificate === undefined
      ? createServer(answerRequest)
      : createSecureServer(certificate, answerRequest);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Body = Record<string, unknown>;

/** A call of a tool in a conversation, as each protocol writes it down. */
const CALL = /"type":\s*"(?:tool_use|function_call)"|"functionCall":|"tool_calls":/g;

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isPacked = request.headers["content-encoding"] === "zstd";
  return (isPacked ? zstdDecompressSync(bytes) : bytes).toString("utf8");
}

function parse(raw: string): Body {
  try {
    return JSON.parse(raw);
  } catch {
    return {};
  }
}

function describe(request: IncomingMessage, raw: string, body: Body): ModelRequest {
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    raw,
    tools: namesOf(body.tools),
    calls: raw.match(CALL)?.length ?? 0,
  };
}

function namesOf(tools: unknown): string[] {
  const list: Body[] = Array.isArray(tools) ? tools : [];
  return list.flatMap(({ name, type, functionDeclarations, function: of }) => {
    if (Array.isArray(functionDeclarations)) return namesOf(functionDeclarations);
    return typeof of === "object" ? namesOf([of]) : [String(name ?? type)];
  });
}

function answer(
  request: ModelRequest,
  body: Body,
  response: ServerResponse,
  script: ModelScript,
): void {
  if (request.path.includes("count_tokens")) sendJson(response, { input_tokens: 1_200 });
  else if (request.path.includes(":countTokens")) sendJson(response, { totalTokens: 1_200 });
  else act(request, body, response, script(request));
}

function act(
  { path }: ModelRequest,
  body: Body,
  response: ServerResponse,
  reply: ModelReply,
): void {
  if (reply.does === "refuse") refuse(response, reply);
  else if (reply.does === "send") sendJson(response, reply.body);
  else if (reply.does === "flood") flood(response, reply.bytes);
  else if (reply.does === "say" && path.includes("enerateContent")) {
    const stream = path.includes(":stream");
    const isWrapped = path.startsWith("/v1internal:");
    sayGemini(response, { stream, isWrapped, cutAfter: reply.cutAfter }, reply.said);
  } else if (reply.does === "say") {
    sayerFor(path)(response, body, reply.said, reply.cutAfter);
  }
}

function sayerFor(path: string): typeof sayAnthropic {
  if (path.includes("/messages")) return sayAnthropic;
  return path.includes("/chat/completions") ? sayChat : sayOpenai;
}

function refuse(
  response: ServerResponse,
  { status, headers = {}, body }: Extract<ModelReply, { does: "refuse" }>,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const error = { type: "api_error", message: `refused with ${status}` };
  sendJson(response, body ?? { type: "error", error }, status);
}

/** Never ends by itself before so many bytes are sent, whatever the protocol. */
function flood(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = `: ${"x".repeat(65_532)}\n\n`;
  let left = bytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  more();
}
