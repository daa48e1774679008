import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect as connectByNet, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { AllowedHost, FailedConnection, PackageProxy } from "@countersign/engine";
import type { Resolve } from "../egress/guard-lookup.ts";
import { isRefusal } from "../egress/guard-lookup.ts";
import { connectChecked } from "./connect-checked.ts";
import { forwardPlain } from "./forward-plain.ts";
import { type Endpoint, readAuthority, refuseEndpoint } from "./judge-connection.ts";
import { listenOnPrivateSocket } from "./private-socket.ts";
import type { Connect, ProxyLimits, ProxyState } from "./proxy-state.ts";

export type ProxyOptions = {
  limits?: Partial<ProxyLimits>;
  /** Resolves names. Default: the system's resolver. */
  resolve?: Resolve;
  /** Default: `connect` of node:net. */
  connect?: Connect;
};

const LIMITS: ProxyLimits = {
  connections: 128,
  headBytes: 16 * 1024,
  headMs: 10_000,
  connectMs: 20_000,
  silentMs: 120_000,
  sentBytes: 64 * 1024 ** 2,
  receivedBytes: 8 * 1024 ** 3,
};
const MAX_HEADERS = 100;
const LOOK_EVERY_MS = 1_000;
const MAX_FAILED = 20;
const MAX_HOST_CHARS = 253;

/**
 * Opens a proxy that connects one preparation to the allowed package registries only.
 *
 * The command has no other network, so redirects and install scripts use the proxy, too. A name is
 * resolved once per connection, and the connection uses exactly the checked address.
 */
export async function openPackageProxy(
  allowed: readonly AllowedHost[],
  { limits, resolve, connect = connectByNet }: ProxyOptions = {},
): Promise<PackageProxy> {
  const failed = new Map<string, FailedConnection>();
  const state: ProxyState = {
    allowed,
    limits: { ...LIMITS, ...limits },
    resolve,
    connect,
    counted: { sent: 0, received: 0 },
    fail({ host, port }, why) {
      const key = `${host}:${port} ${why}`;
      if (failed.size < MAX_FAILED)
        failed.set(key, { host: host.slice(0, MAX_HOST_CHARS), port, why });
    },
  };
  const socket = await listenOnPrivateSocket(createProxyServer(state));
  return {
    socket: socket.path,
    failed: () => [...failed.values()],
    close: () => socket.close(),
  };
}

function createProxyServer(state: ProxyState): Server {
  const { limits } = state;
  const server = createServer(
    {
      maxHeaderSize: limits.headBytes,
      headersTimeout: limits.headMs,
      requestTimeout: Math.max(limits.silentMs, limits.headMs),
      connectionsCheckingInterval: LOOK_EVERY_MS,
    },
    (request, response) => {
      response.on("error", () => undefined);
      forwardPlain(state, request, response);
    },
  );
  server.maxConnections = limits.connections;
  server.maxHeadersCount = MAX_HEADERS;
  server.on("connect", (request, near, head) => answerConnect(state, request, near, head));
  server.on("upgrade", (_request, near) => near.destroy());
  server.on("clientError", (_error, near) => near.destroy());
  return server;
}

function answerConnect(
  state: ProxyState,
  { url = "" }: IncomingMessage,
  near: Duplex,
  head: Buffer,
): void {
  near.on("error", () => near.destroy());
  const endpoint = readAuthority(url);
  if (endpoint === null) {
    refuse(near, "400 Bad Request");
    return;
  }
  const why = refuseEndpoint(endpoint, state.allowed);
  if (why === null) {
    openTunnel(state, endpoint, near, head);
    return;
  }
  state.fail(endpoint, why);
  refuse(near, "403 Forbidden");
}

function refuse(near: Duplex, status: string): void {
  near.once("finish", () => near.destroy());
  near.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/** Connects to an allowed host and forwards every byte, within the limits of the proxy. */
function openTunnel(state: ProxyState, endpoint: Endpoint, near: Duplex, head: Buffer): void {
  const { limits, counted } = state;
  const far = connectChecked(state, endpoint);
  let isOpen = false;
  // A package manager retries after status 502, but not after 403.
  let status = "502 Bad Gateway";
  far.setTimeout(limits.silentMs, () => far.destroy());
  far.once("connect", () => {
    isOpen = true;
    near.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    countBytes(state, endpoint, { near, far });
    far.write(head);
    counted.sent += head.length;
    near.pipe(far).pipe(near);
  });
  far.once("error", (error) => {
    if (isRefusal(error)) status = "403 Forbidden";
    else if (!isOpen) state.fail(endpoint, "unreachable");
  });
  far.once("close", () => {
    near.once("finish", () => near.destroy());
    if (isOpen) near.end();
    else near.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
  near.once("close", () => far.destroy());
}

/** Closes a tunnel when all tunnels together exceed the byte limit. */
function countBytes(
  { limits, counted, fail }: ProxyState,
  endpoint: Endpoint,
  { near, far }: { near: Duplex; far: Socket },
): void {
  const end = (): void => {
    fail(endpoint, "too_many_bytes");
    near.destroy();
    far.destroy();
  };
  near.on("data", (chunk: Buffer) => {
    counted.sent += chunk.length;
    if (counted.sent > limits.sentBytes) end();
  });
  far.on("data", (chunk: Buffer) => {
    counted.received += chunk.length;
    if (counted.received > limits.receivedBytes) end();
  });
}
