import type { ProcessTalk } from "@countersign/engine";
import { isJsonRecord, type JsonRecord, tryParseJson } from "../agent/json-record.ts";

/** The agent answered a request with an error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  /** The error as the agent wrote it. */
  readonly said: unknown;

  constructor(code: number, said: unknown) {
    super(`The agent answered with the error ${code}`);
    this.code = code;
    this.said = said;
  }
}

/** The agent closed the connection, or exceeded the size limit, before it answered. */
export class RpcClosedError extends Error {
  override readonly name = "RpcClosedError";
  readonly why: "ended" | "too_long";

  constructor(why: "ended" | "too_long") {
    super(`The agent's output ${why}`);
    this.why = why;
  }
}

export type Rpc = {
  /** Settles with the agent's response. */
  request(method: string, params: object): Promise<unknown>;
};

export type RpcEvents = {
  /** Returns the result for a request of the agent; undefined for an unsupported method. */
  onRequest(method: string, params: JsonRecord): object | undefined;
  onNotice(method: string, params: JsonRecord): void;
};

type PendingRequest = { resolve(result: unknown): void; reject(error: Error): void };

const NOT_OFFERED = { code: -32_601, message: "This cannot be done here." };
const NEWLINE = 10;

/**
 * Speaks JSON-RPC with a hostile program, one message per line.
 *
 * Ignores invalid messages, unknown responses and repeated responses without logging them: text of
 * an agent must not reach our terminal or log.
 */
export function openRpc(talk: ProcessTalk, events: RpcEvents): Rpc {
  const waiting = new Map<number, PendingRequest>();
  let next = 1;
  let broken: RpcClosedError | null = null;

  const send = (message: object): void =>
    talk.say(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  function take(message: JsonRecord): void {
    const { id, method } = message;
    const params = isJsonRecord(message.params) ? message.params : {};
    if (typeof method !== "string") settle(message);
    else if (id === undefined) events.onNotice(method, params);
    else if (typeof id === "string" || typeof id === "number") {
      const result = events.onRequest(method, params);
      send(result === undefined ? { id, error: NOT_OFFERED } : { id, result });
    }
  }

  function settle({ id, result, error }: JsonRecord): void {
    const asked = typeof id === "number" ? waiting.get(id) : undefined;
    if (typeof id !== "number" || asked === undefined) return;
    waiting.delete(id);
    const code = isJsonRecord(error) && typeof error.code === "number" ? error.code : 0;
    if (isJsonRecord(error)) asked.reject(new RpcError(code, error.message));
    else asked.resolve(result);
  }

  async function listen(): Promise<void> {
    let why: RpcClosedError["why"] = "ended";
    try {
      for await (const line of linesOf(talk.heard)) {
        const message = tryParseJson(line);
        if (isJsonRecord(message)) take(message);
      }
    } catch {
      why = "too_long";
    }
    broken = new RpcClosedError(why);
    for (const { reject } of waiting.values()) reject(broken);
  }

  void listen();
  return {
    async request(method, params) {
      if (broken !== null) throw broken;
      const id = next;
      next += 1;
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
  };
}

async function* linesOf(heard: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  for await (const chunk of heard) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, to)]).toString("utf8");
      parts = [];
      from = to + 1;
    }
    parts.push(chunk.subarray(from));
  }
}
