import type { ServerResponse } from "node:http";
import type { Interrupt } from "./open-remote.ts";

/** Redirects the first request. */
export function redirectTo(location: string): Interrupt {
  return (_, response) => {
    response.writeHead(302, { location }).end();
    return true;
  };
}

/** Accepts the connection and never answers. */
export const neverAnswer: Interrupt = () => true;

/** Hands the parts of a fetched pack to `change`, which returns what the client gets. */
export function changePack(change: (part: Buffer, response: ServerResponse) => Buffer): Interrupt {
  return (request, response) => {
    if (request.method !== "POST") return false;
    const write = response.write.bind(response);
    response.write = (part: Buffer) => write(part.length > 1_000 ? change(part, response) : part);
    return false;
  };
}

/** Flips one bit of the pack's data: not in the first bytes of a part, which may say how long it is. */
export const corruptPack: Interrupt = (request, response) => {
  let isDone = false;
  return changePack((part) => {
    if (isDone || part.length < 4_000) return part;
    isDone = true;
    const changed = Buffer.from(part);
    changed[1_003] = (changed[1_003] ?? 0) ^ 1;
    return changed;
  })(request, response);
};

/** Sends the first half, then cuts the connection. */
export const cutPack = changePack((part, response) => {
  setTimeout(() => response.destroy(), 200);
  response.write = () => true;
  return part.subarray(0, part.length / 2);
});

/** Long enough for git to begin with the pack, and less than the pack of a large file. */
const STALL_BYTES = 300_000;

/** Sends the beginning of a large pack, then nothing more. */
export const stallPack: Interrupt = (request, response) => {
  if (request.method !== "POST") return false;
  const write = response.write.bind(response);
  let sent = 0;
  response.write = (part: Buffer) => {
    sent += part.length;
    if (sent < STALL_BYTES) return write(part);
    response.end = () => response;
    return true;
  };
  return false;
};
