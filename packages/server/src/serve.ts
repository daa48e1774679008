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

/** Listens on an address of this machine. Port 0 selects a free port. */
export async function serve(
  app: Pick<Hono<Env>, "fetch">,
  { host = "127.0.0.1", port }: { host?: string; port: number },
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
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      maxHeaderSize: 16_384,
    },
    listener,
  );
  server.maxConnections = MAX_CONNECTIONS;
  closeSilent(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return { url: urlOf(server, host), close: () => close(server, closing) };
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
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}

async function close(server: Server, closing: AbortController): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  closing.abort();
  server.closeIdleConnections();
  // Without this, a connection whose response ends only now would be kept alive for the next
  // request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await ended;
  clearInterval(sweep);
  clearTimeout(timer);
}
