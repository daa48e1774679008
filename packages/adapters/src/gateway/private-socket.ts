import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server on a Unix socket that a sandboxed command may be shown. */
export type PrivateSocket = { path: string; close(): Promise<void> };

/** A socket's path may not be longer than this, wherever temporary files are. */
const MAX_DIRECTORY = 80;

/**
 * Lets a server listen on a Unix socket in a directory of this account alone.
 *
 * Closing it ends every connection, also those that were upgraded to tunnels.
 */
export async function listenOnPrivateSocket(server: Server): Promise<PrivateSocket> {
  const parent = tmpdir().length > MAX_DIRECTORY ? "/tmp" : tmpdir();
  const directory = await mkdtemp(join(parent, "csn-gateway-"));
  const path = join(directory, "socket");
  const open = new Set<Socket>();
  server.on("connection", (connection) => {
    open.add(connection);
    connection.once("close", () => open.delete(connection));
  });
  server.listen(path);
  await once(server, "listening");
  // The directory is closed to other accounts; in a sandbox another user meets the socket.
  await chmod(path, 0o666);
  return {
    path,
    async close() {
      server.close();
      for (const connection of open) connection.destroy();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
