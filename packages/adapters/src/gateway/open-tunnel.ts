import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isRefusal } from "../egress/guard-lookup.ts";
import { connectChecked } from "./connect-checked.ts";
import type { Endpoint } from "./judge-connection.ts";
import type { ProxyState } from "./proxy-state.ts";

/** Connects to an allowed host and carries every byte, within the limits of the proxy. */
export function openTunnel(
  state: ProxyState,
  endpoint: Endpoint,
  near: Duplex,
  head: Buffer,
): void {
  const { limits, counted } = state;
  const far = connectChecked(state, endpoint);
  let isOpen = false;
  // A package manager tries again after the status 502, and not after 403.
  let status = "502 Bad Gateway";
  far.setTimeout(limits.silentMs, () => far.destroy());
  far.once("connect", () => {
    isOpen = true;
    near.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    countBytes(state, endpoint, { near, far });
    far.write(head);
    counted.sent += head.length;
    near.pipe(far).pipe(near);
  });
  far.once("error", (error) => {
    if (isRefusal(error)) status = "403 Forbidden";
    else if (!isOpen) state.fail(endpoint, "unreachable");
  });
  far.once("close", () => {
    near.once("finish", () => near.destroy());
    if (isOpen) near.end();
    else near.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
  near.once("close", () => far.destroy());
}

/** Ends a tunnel when all of them together have carried more than they may. */
function countBytes(
  { limits, counted, fail }: ProxyState,
  endpoint: Endpoint,
  { near, far }: { near: Duplex; far: Socket },
): void {
  const end = (): void => {
    fail(endpoint, "too_many_bytes");
    near.destroy();
    far.destroy();
  };
  near.on("data", (chunk: Buffer) => {
    counted.sent += chunk.length;
    if (counted.sent > limits.sentBytes) end();
  });
  far.on("data", (chunk: Buffer) => {
    counted.received += chunk.length;
    if (counted.received > limits.receivedBytes) end();
  });
}
