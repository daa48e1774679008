import type { AllowedHost, OwnerRegistries } from "../../../ports/package-network.ts";
import { lockedAddresses, publicRegistries } from "./lock-files.ts";

/** A lock file of the checkout, with its accepted text. Null if it is new. */
export type AcceptedLock = { path: string; accepted: string | null };

export type HostSources = {
  locks: readonly AcceptedLock[];
  /** `prepare.allowHosts` of the accepted policy. */
  policy: readonly string[];
  owner: OwnerRegistries;
};

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const ADDRESS_6 = /^[0-9a-f:.]+$/;
const PORTS: Readonly<Record<string, number>> = { "https:": 443, "http:": 80 };

/**
 * Returns the hosts that a preparation may reach: the hosts in the accepted lock files, the accepted policy and
 * the engine's configuration, and the public registries of the package managers in use.
 *
 * Hosts that only the change names are not allowed.
 */
export function allowedHosts({ locks, policy, owner }: HostSources): AllowedHost[] {
  const named = [
    ...locks.flatMap(({ path }) => publicRegistries(path)),
    ...locks.flatMap(({ path, accepted }) => lockedAddresses(path, accepted ?? "")),
    ...policy,
  ];
  const listed = [...owner.hosts, ...(owner.npm === null ? [] : [owner.npm])];
  const found = new Map<string, AllowedHost>();
  for (const text of named) add(found, text, false);
  for (const text of listed) add(found, text, true);
  return [...found.values()].toSorted((a, b) => (hostKey(a) < hostKey(b) ? -1 : 1));
}

function add(found: Map<string, AllowedHost>, text: string, listed: boolean): void {
  const entry = readHost(text);
  if (entry !== null) found.set(hostKey(entry), { ...entry, listed });
}

function hostKey({ host, port }: { host: string; port: number }): string {
  return `${host} ${port}`;
}

/** Parses a host, a host with a port, or a URL. Returns null if the text names no single host, as `*`. */
export function readHost(text: string): { host: string; port: number } | null {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (url === null) return null;
  const usual = PORTS[url.protocol];
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  const isHost = HOST.test(host) || (url.hostname.startsWith("[") && ADDRESS_6.test(host));
  if (usual === undefined || !isHost) return null;
  return { host, port: url.port === "" ? usual : Number(url.port) };
}
