import { CountersignError } from "@countersign/core";

/** The host names that this server accepts, and the origins of pages that may call it. */
export type AllowedHosts = {
  /** Host names, with or without a port; a name without a port matches any port. */
  hosts: readonly string[];
  /** Origins of our own pages, such as `https://cs.example.com`. */
  origins: readonly string[];
};

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?$/;

/**
 * Refuses requests for another host name or from a foreign page. A page in a browser can resolve
 * its own name to this machine (DNS rebinding); the Host header reveals that. Programs send no
 * Origin header; browsers do whenever it matters.
 */
export function requireKnownHost(headers: Headers, { hosts, origins }: AllowedHosts): void {
  const host = (headers.get("host") ?? "").toLowerCase();
  const name = HOST.exec(host)?.[1];
  if (name === undefined || !(hosts.includes(name) || hosts.includes(host)))
    throw new CountersignError("forbidden", "The engine does not accept this host name", {
      hint: "Use an address that the engine's owner has allowed.",
    });
  const origin = headers.get("origin");
  if (origin !== null && !origins.includes(origin))
    throw new CountersignError("forbidden", "Pages from this origin may not use the engine");
}
