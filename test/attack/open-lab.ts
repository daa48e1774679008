import { afterAll } from "vitest";
import { ask } from "../../packages/server/src/testing/ask.ts";
import { openServer } from "../../packages/server/src/testing/open-server.ts";
import { type OpenEngine, openEngine } from "../engine/open-engine.ts";

export type Reply = { status: number; body: unknown };

type Call = {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  /** The value of the header Idempotency-Key. */
  key?: string;
};

/** A real engine behind its real HTTP server on loopback, as an attacker with a token sees it. */
export type Lab = OpenEngine & {
  url: string;
  /** Sends one request with a token. A call with a body is a POST. */
  call(token: string, path: string, call?: Call): Promise<Reply>;
};

export async function openLab(...options: Parameters<typeof openEngine>): Promise<Lab> {
  const opened = await openEngine(...options);
  const server = await openServer(opened.engine);
  afterAll(() => server.close());
  return {
    ...opened,
    url: server.url,
    call: (token, path, call) => send(server.url, token, path, call),
  };
}

async function send(url: string, token: string, path: string, call: Call = {}): Promise<Reply> {
  const { body, key, method = body === undefined ? "GET" : "POST" } = call;
  const { status, text } = await ask(url, {
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status, body: JSON.parse(text) };
}
