import { once } from "node:events";
import type { Server } from "node:net";

/** Starts a server on a free port of the loopback and returns its address. */
export async function listenHere(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("It has no port");
  return `http://127.0.0.1:${bound.port}`;
}
