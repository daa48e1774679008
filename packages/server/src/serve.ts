import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Env } from "./http/implement-route.ts";

export type RunningServer = {
  url: string;
  /** Stops accepting requests, gives running ones a moment, then closes every connection. */
  close(): Promise<void>;
};

const LOOPBACK = "127.0.0.1";
/** Milliseconds from the connection to the end of the request headers. */
const HEADERS_MS = 5_000;
/** Milliseconds between checks for slow connections. */
const CHECK_MS = 2_000;
/** Maximum number of connections without a request; a new one closes the oldest. */
const MAX_SILENT = 128;
const REQUEST_MS = 30_000;
/** More than the event streams that may be open (1,000), so that requests beside them are accepted. */
const MAX_CONNECTIONS = 1_512;
const GRACE_MS = 2_000;
const SWEEP_MS = 20;

const SETTINGS = {
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: CHECK_MS,
  maxHeaderSize: 16_384,
};

/** Listens on an address of this machine. Port 0 selects a free port. */
export async function serve(
  app: Pick<Hono<Env>, "fetch">,
  { host = LOOPBACK, port }: { host?: string; port: number },
): Promise<RunningServer> {
  const closing = new AbortController();
  const listener = getRequestListener(
    (request, { incoming: { socket } }) =>
      app.fetch(request, {
        closing: closing.signal,
        source: socket.remoteAddress,
        port: socket.localPort,
      }),
    { overrideGlobalObjects: false },
  );
  const create = (): Server => {
    const server = createServer(SETTINGS, listener);
    server.maxConnections = MAX_CONNECTIONS;
    closeSilent(server);
    return server;
  };
  const servers = await listenAlone(create, host, port);
  const [first] = servers;
  return {
    url: urlOf(first, host),
    async close() {
      closing.abort();
      await Promise.all(servers.map(close));
    },
  };
}

const LOOPBACK_V6 = "::1";
/** How often a free port is tried whose counterpart is taken. */
const TRIES = 10;

/**
 * Listens on an address. On loopback it also takes the same port of `::1`: a browser tries that one first for
 * `localhost`, so another program there would be the engine's pages to it, and could use passkeys of this origin.
 */
async function listenAlone(
  create: () => Server,
  host: string,
  port: number,
): Promise<[Server, ...Server[]]> {
  for (let tries = 1; ; tries += 1) {
    const server = await listen(create(), host, port);
    if (host !== LOOPBACK) return [server];
    const other = await listen(create(), LOOPBACK_V6, portOf(server)).catch(onlyIfTaken);
    if (other === null) return [server];
    if (!(other instanceof Error)) return [server, other];
    await new Promise((resolve) => server.close(resolve));
    if (port !== 0 || tries === TRIES) throw other;
  }
}

/** Returns the error of a port that is taken, and null where there is no IPv6. */
function onlyIfTaken(error: unknown): Error | null {
  const code = codeOf(error);
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return null;
  if (code === "EADDRINUSE" && error instanceof Error) return error;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

async function listen(server: Server, host: string, port: number): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return server;
}

/** Closes silent connections, so they cannot block active ones. */
function closeSilent(server: Server): void {
  const silent = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
    const [oldest] = silent;
    if (silent.size > MAX_SILENT) oldest?.destroy();
  });
  server.on("request", ({ socket }) => silent.delete(socket));
}

function urlOf(server: Server, host: string): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server)}`;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}

async function close(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // Without this, a connection whose response ends only now would be kept alive for the next
  // request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await ended;
  clearInterval(sweep);
  clearTimeout(timer);
}
