import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { CountersignError } from "@countersign/core";
import { Pool } from "pg";
import { describe, expect, it } from "vitest";
import { transact } from "./transact.ts";

/** What a caller is told by a database that treats every connection like this. */
async function toldBy(onConnection: ((socket: Socket) => void) | null): Promise<unknown> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    onConnection?.(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  if (onConnection === null) server.close();
  const pool = new Pool({
    connectionString: `postgres://nobody:x@127.0.0.1:${port}/none`,
    connectionTimeoutMillis: 300,
  });
  const told = await transact(pool, "acme", async () => "done").catch((error: unknown) => error);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  server.close();
  return told;
}

describe("a database that cannot be asked is unreachable, which may be tried again", () => {
  it.each<{ what: string; onConnection: ((socket: Socket) => void) | null }>([
    { what: "does not listen", onConnection: null },
    { what: "hangs up", onConnection: (socket) => socket.destroy() },
    { what: "ends the conversation", onConnection: (socket) => socket.end() },
    { what: "never answers", onConnection: () => undefined },
  ])("when it $what", async ({ onConnection }) => {
    const told = await toldBy(onConnection);

    expect(told).toBeInstanceOf(CountersignError);
    expect(told).toMatchObject({ code: "unreachable" });
  });

  it("when its socket is gone", async () => {
    const pool = new Pool({ connectionString: "postgres://nobody:x@127.0.0.1/none?host=/nowhere" });
    const told = await transact(pool, "acme", async () => "done").catch((error: unknown) => error);
    await pool.end();

    expect(told).toMatchObject({ code: "unreachable" });
  });
});
