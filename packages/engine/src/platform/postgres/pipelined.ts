import { Socket } from "node:net";
import type { ClientConfig } from "pg";

/**
 * Options of a pipelined connection: statements are sent without waiting for the answers to earlier ones, and
 * those of one turn of the event loop with one system call.
 */
export const PIPELINED = {
  pipeline: true,
  stream: createBatchingSocket,
} satisfies ClientConfig;

/** Creates a socket that holds back what is written until the current turn of the event loop ends. */
function createBatchingSocket(): Socket {
  const socket = new Socket();
  // When it connects, a socket replaces its `write` by that of its class.
  socket.once("connect", () => holdBack(socket));
  return socket;
}

function holdBack(socket: Socket): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  let isHolding = false;
  socket.write = (...given: unknown[]) => {
    if (!isHolding) {
      isHolding = true;
      socket.cork();
      process.nextTick(() => {
        isHolding = false;
        socket.uncork();
      });
    }
    return write(...given);
  };
}
