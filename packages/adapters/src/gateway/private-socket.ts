import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server on a Unix socket that can be mounted into a sandbox. */
export type PrivateSocket = { path: string; close(): Promise<void> };

/** Maximum length of a socket's directory, wherever temporary files are. */
const MAX_DIRECTORY = 80;

/**
 * Lets a server listen on a Unix socket in a directory of this account alone.
 *
 * Closing it ends every connection, including tunnels.
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
  // The directory excludes other accounts; in a sandbox another user opens the socket.
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
