import { afterAll } from "vitest";
import { type LoopbackServer, openLoopbackServer } from "./loopback-server.ts";

/** Opens servers that close when the test file is done; each file asks for its own. */
export function serversOfFile(): typeof openLoopbackServer {
  const servers: LoopbackServer[] = [];
  afterAll(async () => {
    for (const server of servers) await server.close();
  });
  return async (...wanted) => {
    const server = await openLoopbackServer(...wanted);
    servers.push(server);
    return server;
  };
}
