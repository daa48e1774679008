import { CountersignError } from "@countersign/core";

/** Who may be asked, and which pages may ask. */
export type Allowed = {
  /** Host names, with or without a port; without one any port will do. */
  hosts: readonly string[];
  /** Origins of our own pages, as `https://cs.example.com`. */
  origins: readonly string[];
};

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?$/;

/**
 * Refuses requests that were sent to another name or by a foreign page.
 *
 * A page in a browser can make its own name point at this machine; the name it asked for gives it
 * away. Programs send no origin; every browser does when it matters.
 */
export function requireKnownHost(headers: Headers, { hosts, origins }: Allowed): void {
  const host = (headers.get("host") ?? "").toLowerCase();
  const name = HOST.exec(host)?.[1];
  if (name === undefined || !(hosts.includes(name) || hosts.includes(host)))
    throw new CountersignError("forbidden", "This engine is not known under that name", {
      hint: "Ask for it by an address that its owner allowed.",
    });
  const origin = headers.get("origin");
  if (origin !== null && !origins.includes(origin))
    throw new CountersignError("forbidden", "Pages of that origin may not use this engine");
}
