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

/** Flips one bit in the middle. */
export const corruptPack = changePack((part) => {
  const at = Math.floor(part.length / 2);
  const changed = Buffer.from(part);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
});

/** Sends the first half, then cuts the connection. */
export const cutPack = changePack((part, response) => {
  setTimeout(() => response.destroy(), 200);
  response.write = () => true;
  return part.subarray(0, part.length / 2);
});

/** Sends the first half, then nothing more. */
export const stallPack = changePack((part, response) => {
  response.write = () => true;
  response.end = () => response;
  return part.subarray(0, part.length / 2);
});
