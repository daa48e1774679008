import { CountersignError } from "@countersign/core";

/** The host names that this server accepts, and the origins of pages that may call it. */
export type AllowedHosts = {
  /** Host names, with or without a port; a name without a port matches any port. */
  hosts: readonly string[];
  /** Origins of our pages at other addresses, such as `https://cs.example.com` behind a TLS proxy. */
  origins: readonly string[];
};

/** Names under which a browser on this machine reaches a server on loopback. */
const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost"];
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::([0-9]{1,5}))?$/;

/**
 * Refuses requests for another host name or from a foreign page. A page in a browser can resolve
 * its own name to this machine (DNS rebinding); the Host header reveals that. Programs send no
 * Origin header; browsers do whenever it matters.
 *
 * `port` is the port that the request arrived at. Our own pages on loopback have exactly that port
 * and the host name of the request.
 */
export function requireKnownHost(
  headers: Headers,
  { hosts, origins }: AllowedHosts,
  port: number | undefined,
): void {
  const host = (headers.get("host") ?? "").toLowerCase();
  const [, name, hostPort] = HOST.exec(host) ?? [];
  if (name === undefined || !(hosts.includes(name) || hosts.includes(host)))
    throw new CountersignError("forbidden", "The engine does not accept this host name", {
      hint: "Use an address that the engine's owner has allowed.",
    });
  const origin = headers.get("origin");
  if (origin === null || origins.includes(origin)) return;
  const isAtOwnPort = port !== undefined && hostPort === String(port);
  if (isAtOwnPort && LOOPBACK.includes(name) && origin === `http://${host}`) return;
  throw new CountersignError("forbidden", "Pages from this origin may not use the engine");
}
