import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
  type ServerResponse,
} from "node:http";
import { request as overHttps } from "node:https";
import { pipeline } from "node:stream/promises";
import { headersToReturn, headersToSend } from "./gateway-headers.ts";
import { createByteRedactor } from "./redact-bytes.ts";

/** The model server behind a gateway. */
export type Upstream = {
  baseUrl: string;
  /** The header of the credential. */
  header: string;
  /** The text before the key in the header, such as "Bearer ". */
  prefix: string;
  key: string;
  /** The paths that may be requested, by POST. */
  paths: readonly RegExp[];
};

/** Why a request has no complete response. */
export type ForwardFailure =
  | { kind: "status"; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { kind: "unreachable"; code: string }
  | { kind: "silent" }
  | { kind: "cut" }
  | { kind: "too_long"; bytes: number };

/** The dependencies and counters of forwarded requests. */
export type ForwardDeps = {
  upstream: Upstream;
  caps: { answerBytes: number; silentMs: number };
  passed: { answerBytes: number };
  stop: AbortSignal;
};

export type ForwardedRequest = { path: URL; headers: IncomingHttpHeaders; body: Buffer };

class TooLong extends Error {}
class Silent extends Error {}

const LONGEST_ERROR = 64 * 1024;
const MULTIPLE_CHOICES = 300;

/** Query parameters that can contain a credential. */
const IN_ADDRESSES = ["key", "api_key", "access_token"];

/**
 * Forwards one request to the model server and its response to the child. Returns the failure, if
 * any.
 */
export async function forwardRequest(
  forwarding: ForwardDeps,
  { path, headers, body }: ForwardedRequest,
  response: ServerResponse,
): Promise<ForwardFailure | null> {
  const { upstream, caps, stop } = forwarding;
  const credential = { [upstream.header]: upstream.prefix + upstream.key };
  const url = addressOf(upstream.baseUrl, path);
  const send = url.protocol === "https:" ? overHttps : overHttp;
  return await new Promise((resolve) => {
    const call = send(url, {
      method: "POST",
      headers: headersToSend(headers, credential, body.length),
      signal: stop,
      timeout: caps.silentMs,
      agent: false,
    });
    const ends = watchChild(response, () => call.destroy());
    const end = (error: unknown, begun: boolean): void => {
      const isOurs = error instanceof TooLong;
      const trouble = ends.childLeft && !isOurs ? null : troubleOf(error, caps, begun);
      call.destroy();
      fail(response);
      resolve(trouble);
    };
    call.on("timeout", () => call.destroy(new Silent()));
    call.on("error", (error) => end(error, response.headersSent));
    call.on("response", (answer) => {
      answer.once("error", () => {
        ends.serverBroke = true;
      });
      void passOn(forwarding, answer, response).then(resolve, (error) => end(error, true));
    });
    call.end(body);
  });
}

/**
 * Which side ended the connection first: the child, which is no failure of the server, or the
 * server.
 */
type Ends = { childLeft: boolean; serverBroke: boolean };

/** Stops the request when the child disconnects. */
function watchChild(response: ServerResponse, onLeave: () => void): Ends {
  const ends = { childLeft: false, serverBroke: false };
  response.once("close", () => {
    if (response.writableFinished || ends.serverBroke) return;
    ends.childLeft = true;
    onLeave();
  });
  return ends;
}

/**
 * Joins the base path and the request path, without query parameters that look like credentials.
 */
function addressOf(baseUrl: string, path: URL): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/$/, "") + path.pathname;
  const query = new URLSearchParams(path.search);
  for (const name of IN_ADDRESSES) query.delete(name);
  url.search = query.toString();
  return url;
}

async function passOn(
  forwarding: ForwardDeps,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<ForwardFailure | null> {
  const status = answer.statusCode ?? 0;
  if (status >= MULTIPLE_CHOICES) return await passError(forwarding, answer, response);
  response.writeHead(status, headersToReturn(answer.headers));
  await pipeline(
    answer,
    (source: AsyncIterable<Buffer>) => counted(source, forwarding),
    (source: AsyncIterable<Buffer>) => redacted(source, forwarding.upstream.key),
    response,
  );
  return null;
}

async function passError(
  { upstream }: ForwardDeps,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<ForwardFailure> {
  const chunks: Buffer[] = [];
  for await (const chunk of redacted(answer, upstream.key)) {
    chunks.push(chunk);
    if (Buffer.concat(chunks).length > LONGEST_ERROR) break;
  }
  const status = answer.statusCode ?? 0;
  const body = Buffer.concat(chunks).subarray(0, LONGEST_ERROR);
  response.writeHead(status, headersToReturn(answer.headers)).end(body);
  return { kind: "status", status, headers: answer.headers, body };
}

async function* counted(
  source: AsyncIterable<Buffer>,
  { passed, caps }: ForwardDeps,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    passed.answerBytes += chunk.length;
    if (passed.answerBytes > caps.answerBytes) throw new TooLong();
    yield chunk;
  }
}

/** Removes our credential from a response that repeats it. */
async function* redacted(source: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  const redactor = createByteRedactor(key);
  for await (const chunk of source) {
    const clean = redactor.next(chunk);
    if (clean.length > 0) yield clean;
  }
  yield redactor.rest();
}

function troubleOf(error: unknown, caps: { answerBytes: number }, begun: boolean): ForwardFailure {
  if (error instanceof TooLong) return { kind: "too_long", bytes: caps.answerBytes };
  if (error instanceof Silent) return { kind: "silent" };
  if (begun) return { kind: "cut" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
  return { kind: "unreachable", code };
}

function fail(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const error = { type: "api_error", message: "The model server did not answer." };
  response.writeHead(502, { "content-type": "application/json" });
  response.end(JSON.stringify({ type: "error", error }));
}
