import { type ClientRequest, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecurely } from "node:https";
import { checkEgressAddress, checkTarget, type EgressRules } from "./check-target.ts";
import { guardLookup, type Resolve } from "./guard-lookup.ts";

/** Maximum size of an uncompressed answer. */
export const MAX_ANSWER_BYTES = 4_194_304;

/** One request to an untrusted server. */
export type OutgoingRequest = {
  /** Default POST. */
  method?: string | undefined;
  address: string;
  headers: Readonly<Record<string, string>>;
  /** A text: JSON, unless the headers name another type. Null: the request has no body. */
  body: string | null;
  rules: EgressRules;
  /** Maximum size of the response. The rest is not read. */
  maxBytes: number;
  signal: AbortSignal;
  /** A certificate authority to trust instead of the usual ones, as PEM. */
  ca?: string | undefined;
  resolve?: Resolve | undefined;
};

/** A complete response, or why there is none. */
export type SendResult =
  | { ok: true; status: number; headers: Readonly<Record<string, string>>; body: Buffer }
  | { ok: false; why: SendFailure; reason: string };

/** `refused`: the rules forbid the target. The others are failures of a sent request. */
export type SendFailure =
  | "refused"
  | "unreachable"
  | "cut"
  | "too_large"
  | "unreadable"
  | "stopped";

export type Send = (sending: OutgoingRequest) => Promise<SendResult>;

/**
 * Sends one request, by default a POST, and reads the whole response, within limits.
 *
 * Follows no redirect, connects only to checked addresses, reuses no connection and never throws.
 * The socket is closed when it returns.
 */
export async function sendGuarded(sending: OutgoingRequest): Promise<SendResult> {
  const target = checkTarget(sending.address, sending.rules);
  if (!target.ok) return nothing("refused", target.reason);
  if (sending.signal.aborted) return nothing("stopped", "it was stopped");
  const request = open(target.url, sending);
  if (request === null) return nothing("refused", "the request cannot be written down");
  return await new Promise<SendResult>((resolve) => {
    let received: SendResult | null = null;
    const settle = (now: SendResult) => {
      received ??= now;
      request.destroy();
    };
    const stop = () => settle(nothing("stopped", "it was stopped"));
    sending.signal.addEventListener("abort", stop);
    request.on("error", (error) => settle(failure(error)));
    request.on("response", (response) => read(response, sending.maxBytes, settle));
    // Emitted last, and for an upgraded or unanswered request it is the only event.
    request.on("close", () => {
      sending.signal.removeEventListener("abort", stop);
      resolve(received ?? nothing("cut", "the connection was cut"));
    });
    request.end(sending.body ?? undefined);
  });
}

/** Opens a request; null if a header contains an invalid character. */
function open(
  url: URL,
  { method = "POST", headers, body, rules, ca, resolve }: OutgoingRequest,
): ClientRequest | null {
  const options = {
    method,
    agent: false,
    lookup: guardLookup((host, address) => checkEgressAddress(host, address, rules), resolve),
    headers: {
      ...(body === null ? {} : { "content-type": "application/json" }),
      ...headers,
      "content-length": Buffer.byteLength(body ?? ""),
      "accept-encoding": "identity",
    },
  };
  try {
    if (url.protocol === "http:") return requestPlain(url, options);
    return requestSecurely(url, ca === undefined ? options : { ...options, ca });
  } catch {
    return null;
  }
}

function read(response: IncomingMessage, maxBytes: number, settle: (received: SendResult) => void) {
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    return settle(nothing("unreadable", "the answer is packed, which was not asked for"));
  }
  const tooLarge = () =>
    settle(nothing("too_large", `the answer is larger than ${maxBytes} bytes`));
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) return tooLarge();

  const parts: Buffer[] = [];
  let bytes = 0;
  response.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxBytes) return tooLarge();
    parts.push(part);
  });
  response.on("error", () => settle(nothing("cut", "the connection was cut")));
  response.on("end", () => {
    const headers = flat(response.headers);
    settle({ ok: true, status: response.statusCode ?? 0, headers, body: Buffer.concat(parts) });
  });
}

function flat(headers: IncomingMessage["headers"]): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/**
 * Maps an error to a failure. The system's message is not quoted, because it can name addresses.
 */
function failure(error: Error): SendResult {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error.name === "EgressRefused") return nothing("refused", error.message);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return nothing("unreachable", "its host cannot be found");
  }
  if (code === "ECONNREFUSED") return nothing("unreachable", "no server listens there");
  if (code.startsWith("HPE_")) return nothing("unreadable", "it does not speak HTTP");
  if (/^(?:ERR_TLS|ERR_SSL|CERT|DEPTH|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) {
    return nothing("unreachable", `it cannot prove who it is (${code})`);
  }
  if (code === "ECONNRESET" || code === "EPIPE") return nothing("cut", "the connection was cut");
  return nothing("unreachable", "it cannot be reached");
}

function nothing(why: SendFailure, reason: string): SendResult {
  return { ok: false, why, reason };
}
