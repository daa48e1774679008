import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnPrivateSocket } from "../gateway/private-socket.ts";
import { type ForwardFailure, forwardRequest, type Upstream } from "./forward-request.ts";
import { showsToken } from "./gateway-headers.ts";

/** Limits for all requests of one question together. */
export type GatewayCaps = {
  requests: number;
  sentBytes: number;
  answerBytes: number;
  /** Maximum milliseconds of silence of the model server. */
  silentMs: number;
};

/** The traffic through the gateway, to explain how a run ended. */
export type GatewayTraffic = {
  requests: number;
  sentBytes: number;
  answerBytes: number;
  /** Requests for paths that are not allowed here. */
  refused: number;
  /** Requests without a response, even if the program no longer waits for them. */
  waiting: number;
  /** The first failed request. The gateway forwards none after it. */
  trouble: ForwardFailure | null;
};

export type ModelGateway = {
  socket: string;
  /** The child's token for this gateway, which is valid nowhere else. */
  token: string;
  passed: Readonly<GatewayTraffic>;
  close(): Promise<void>;
};

const CAPS: GatewayCaps = {
  requests: 500,
  sentBytes: 256 * 1024 ** 2,
  answerBytes: 16 * 1024 ** 2,
  silentMs: 300_000,
};

/**
 * Opens a gateway to one model server, and to the paths that the reviewer needs there. The reviewer
 * has no other network access.
 *
 * The gateway adds our credential, which the reviewer never sees. It serves one question and is
 * closed with it.
 */
export async function openModelGateway(
  upstream: Upstream,
  caps: Partial<GatewayCaps> = {},
): Promise<ModelGateway> {
  const token = randomBytes(24).toString("base64url");
  const passed = {
    requests: 0,
    sentBytes: 0,
    answerBytes: 0,
    refused: 0,
    waiting: 0,
    trouble: null,
  };
  const closing = new AbortController();
  const door: Door = { upstream, caps: { ...CAPS, ...caps }, token, passed, stop: closing.signal };

  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    // A child that disconnects during its request gets no response.
    answer(door, request, response).catch(() => response.destroy());
  });
  server.on("connect", (_request, connection) => connection.destroy());
  server.on("upgrade", (_request, connection) => connection.destroy());
  const socket = await listenOnPrivateSocket(server);

  return {
    socket: socket.path,
    token,
    passed,
    async close() {
      closing.abort();
      await socket.close();
    },
  };
}

type Door = {
  upstream: Upstream;
  caps: GatewayCaps;
  token: string;
  passed: GatewayTraffic;
  stop: AbortSignal;
};

async function answer(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { passed, caps, upstream } = door;
  passed.requests += 1;
  const path = pathOf(request.url);
  const isMeant = request.method === "POST" && path !== null && isOpen(upstream, path.pathname);
  if (!isMeant || !showsToken(request.headers, door.token)) return refuse(door, response, 403);
  // The caller decides whether and when to retry, not the program.
  if (passed.trouble !== null) return refuse(door, response, 403);
  if (passed.requests > caps.requests) return refuse(door, response, 429);
  const body = await readBody(request, caps.sentBytes - passed.sentBytes);
  if (body === null) return refuse(door, response, 413);
  passed.sentBytes += body.length;

  passed.waiting += 1;
  const { headers } = request;
  passed.trouble ??= await forwardRequest(door, { path, headers, body }, response);
  // The request counts as waiting although its child has disconnected or was killed.
  if (response.writableFinished || passed.trouble !== null) passed.waiting -= 1;
}

/** Returns the path of a request; null for an absolute address of another host. */
function pathOf(url: string | undefined): URL | null {
  if (url === undefined || !url.startsWith("/") || url.startsWith("//")) return null;
  return URL.parse(url, "http://gateway");
}

function isOpen({ paths }: Upstream, pathname: string): boolean {
  return paths.some((path) => path.test(pathname));
}

async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse({ passed }: Door, response: ServerResponse, status: 403 | 413 | 429): void {
  passed.refused += 1;
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  const error = { type: "permission_error", message: "This cannot be asked here." };
  response.end(JSON.stringify({ type: "error", error }));
}
