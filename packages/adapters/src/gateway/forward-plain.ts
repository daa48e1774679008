import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from "node:http";
import { isRefusal } from "../egress/guard-lookup.ts";
import { connectChecked } from "./connect-checked.ts";
import { CONNECTION_HEADERS } from "./connection-headers.ts";
import { type Endpoint, readPlainAddress, refuseEndpoint } from "./judge-connection.ts";
import type { ProxyState } from "./proxy-state.ts";

const OWN_HEADERS: ReadonlySet<string> = new Set(CONNECTION_HEADERS);

/** Forwards one request without TLS to an allowed host. It follows no redirect. */
export function forwardPlain(
  state: ProxyState,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const target = readPlainAddress(request.url ?? "");
  if (target === null) {
    refuse(response, 400);
    return;
  }
  state.counted.sent += target.path.length + request.rawHeaders.join("").length;
  const isTooMuch = state.counted.sent > state.limits.sentBytes;
  const why = refuseEndpoint(target, state.allowed) ?? (isTooMuch ? "too_many_bytes" : null);
  if (why !== null) {
    state.fail(target, why);
    refuse(response, 403);
    return;
  }
  const { path, authority } = target;
  const call = sendRequest({
    ...{ path, method: request.method ?? "GET" },
    headers: { ...forwarded(request.headers), host: authority },
    createConnection: () => connectChecked(state, target),
    timeout: state.limits.silentMs,
  });
  call.on("timeout", () => call.destroy(new Error("no answer")));
  call.on("error", (error) => {
    if (!isRefusal(error) && !response.destroyed) state.fail(target, "unreachable");
    refuse(response, isRefusal(error) ? 403 : 502);
  });
  call.on("response", (answer) => passAnswer(state, target, call, answer, response));
  response.once("close", () => call.destroy());
  request.on("data", (chunk: Buffer) => {
    state.counted.sent += chunk.length;
    if (state.counted.sent > state.limits.sentBytes) endFor(state, target, call, response);
  });
  request.pipe(call);
}

function passAnswer(
  state: ProxyState,
  target: Endpoint,
  call: ClientRequest,
  answer: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(answer.statusCode ?? 502, forwarded(answer.headers));
  answer.on("error", () => response.destroy());
  answer.on("data", (chunk: Buffer) => {
    state.counted.received += chunk.length;
    if (state.counted.received > state.limits.receivedBytes) endFor(state, target, call, response);
  });
  answer.pipe(response);
}

function endFor(
  state: ProxyState,
  target: Endpoint,
  call: ClientRequest,
  response: ServerResponse,
): void {
  state.fail(target, "too_many_bytes");
  call.destroy();
  response.destroy();
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}

function refuse(response: ServerResponse, status: 400 | 403 | 502): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { connection: "close", "content-length": 0 }).end();
}
