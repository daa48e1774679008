import type { Socket } from "node:net";
import { guardLookup } from "../egress/guard-lookup.ts";
import { checkPackageAddress, type Endpoint } from "./judge-connection.ts";
import type { ProxyState } from "./proxy-state.ts";

/**
 * Connects to an allowed host.
 *
 * The connection uses exactly the checked addresses, so a later change of the name has no effect.
 */
export function connectChecked(
  { allowed, limits, resolve, connect, fail }: ProxyState,
  endpoint: Endpoint,
): Socket {
  const { host, port } = endpoint;
  const listed = allowed.some((one) => one.host === host && one.port === port && one.listed);
  const lookup = guardLookup((_host, address) => {
    const why = checkPackageAddress(address, { listed });
    if (why !== null) fail(endpoint, why);
    return why;
  }, resolve);
  const socket = connect({ host, port, lookup, allowHalfOpen: true });
  const timer = setTimeout(() => socket.destroy(new Error("no answer")), limits.connectMs);
  socket.once("connect", () => clearTimeout(timer));
  socket.once("close", () => clearTimeout(timer));
  return socket;
}
