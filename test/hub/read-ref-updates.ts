import type { IncomingMessage } from "node:http";

/** A ref that a push creates, moves or deletes; an absent commit is 40 zeros. */
export type RefUpdate = { from: string; to: string; ref: string };

/** Reads a push up to the packet that ends its list of updates, and keeps what was read in `start`. */
export async function readRefUpdates(
  request: IncomingMessage,
  start: Buffer[],
): Promise<RefUpdate[]> {
  const updates: RefUpdate[] = [];
  let at = 0;
  for (;;) {
    const all = Buffer.concat(start);
    const length = Number.parseInt(all.subarray(at, at + 4).toString(), 16);
    if (length === 0 || (all.length === 0 && request.readableEnded)) return updates;
    if (all.length >= at + 4 && all.length >= at + length) {
      const [line = ""] = all
        .subarray(at + 4, at + length)
        .toString()
        .split("\0");
      const [from = "", to = "", ref = ""] = line.trim().split(" ");
      updates.push({ from, to, ref });
      at += length;
      continue;
    }
    const piece = await nextPiece(request);
    if (piece === null) return updates;
    start.push(piece);
  }
}

async function nextPiece(request: IncomingMessage): Promise<Buffer | null> {
  for (;;) {
    const piece: Buffer | null = request.read();
    if (piece !== null) return piece;
    if (request.readableEnded || request.destroyed) return null;
    await new Promise<void>((resolve) => {
      const wake = () => {
        for (const name of ["readable", "end", "close"]) request.off(name, wake);
        resolve();
      };
      for (const name of ["readable", "end", "close"]) request.on(name, wake);
    });
  }
}
