import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Env } from "./implement.ts";

export type Listening = {
  url: string;
  /** Takes no new request, gives those at work a moment, then ends every connection. */
  close(): Promise<void>;
};

const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const MOST_CONNECTIONS = 512;
const GRACE_MS = 2_000;
const SWEEP_MS = 20;

/** Listens on an address of this machine. Port 0 takes any that is free. */
export async function serve(
  app: Hono<Env>,
  { host = "127.0.0.1", port }: { host?: string; port: number },
): Promise<Listening> {
  const closing = new AbortController();
  const listener = getRequestListener(
    (request) => app.fetch(request, { closing: closing.signal }),
    { overrideGlobalObjects: false },
  );
  const server = createServer(
    { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, maxHeaderSize: 16_384 },
    listener,
  );
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return { url: urlOf(server, host), close: () => close(server, closing) };
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
  // A connection whose answer ends only now would be kept alive for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await ended;
  clearInterval(sweep);
  clearTimeout(timer);
}
