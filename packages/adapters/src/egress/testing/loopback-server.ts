import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Server, Socket } from "node:net";
import type { Certificate } from "./make-certificate.ts";

/** What a request said. */
type Seen = {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};

export type Behave = (response: ServerResponse, seen: Seen, socket: Socket) => void;

/** A real server on this machine that does what a test says. */
export type LoopbackServer = {
  url: string;
  port: number;
  seen: readonly Seen[];
  /** How many connections were made to it, ever. */
  connections(): number;
  /** Ends when no client is connected any more. */
  quiet(): Promise<void>;
  close(): Promise<void>;
};

type Options = { host?: string; certificate?: Certificate };

export async function openLoopbackServer(
  behave: Behave,
  { host = "127.0.0.1", certificate }: Options = {},
): Promise<LoopbackServer> {
  const seen: Seen[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await read(request);
    if (body === null) return;
    const said = { path: request.url ?? "", headers: request.headers, body };
    seen.push(said);
    behave(response, said, request.socket);
  };
  const server: Server =
    certificate === undefined ? createServer(answer) : createSecureServer(certificate, answer);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const port = portOf(server);
  return {
    url: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    seen,
    connections: () => connections,
    async quiet() {
      while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Null for a request that broke off. */
async function read(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part);
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString("utf8");
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}
