import { isIP } from "node:net";
import { type AddressKind, addressKind } from "./address-kind.ts";

/** The targets that requests may reach. The engine's owner sets them, never a repository. */
export type EgressRules = {
  /** Whether requests may go to this machine, and without TLS. */
  loopback: boolean;
  /** Hosts that may have an address of a private network; TLS is still required. */
  privateHosts: readonly string[];
};

export type Target = { ok: true; url: URL } | { ok: false; reason: string };

const LOOPBACK_NAME = "localhost";

/**
 * Parses an address and checks its text against the rules. The resolved address is checked later.
 */
export function checkTarget(address: string, rules: EgressRules): Target {
  const url = URL.parse(address);
  if (url === null) return refused("the address is no URL");
  if (url.username !== "" || url.password !== "") return refused("the address holds a password");
  const host = hostOf(url);
  const reason = refuseProtocol(url.protocol, host, rules);
  if (reason !== null) return refused(reason);
  const refusal = isIP(host) === 0 ? null : checkEgressAddress(host, host, rules);
  return refusal === null ? { ok: true, url } : refused(refusal);
}

/** Refuses requests without TLS, except to this machine. */
function refuseProtocol(protocol: string, host: string, { loopback }: EgressRules): string | null {
  if (protocol === "https:") return null;
  if (protocol !== "http:") return "the address is neither https nor http";
  const isHere = host === LOOPBACK_NAME || addressKind(host) === "loopback";
  if (!isHere) return "the address must begin with https";
  return loopback ? null : "this machine itself may not be asked";
}

/** Returns why a host may not be reached at an address; null if it may. */
export function checkEgressAddress(
  host: string,
  address: string,
  rules: EgressRules,
): string | null {
  return REFUSAL[addressKind(address)](host, rules);
}

/** Returns the host of a URL, without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

const REFUSAL: Record<AddressKind, (host: string, rules: EgressRules) => string | null> = {
  public: (host) => (host === LOOPBACK_NAME ? "localhost is not this machine" : null),
  private: (host, { privateHosts }) =>
    privateHosts.includes(host) ? null : "the host has an address of a private network",
  loopback: (host, { loopback, privateHosts }) => {
    const isHere = host === LOOPBACK_NAME || isIP(host) !== 0;
    return (isHere && loopback) || privateHosts.includes(host)
      ? null
      : "the host is this machine itself, which may not be asked";
  },
  reserved: () => "the host has an address that no service may have",
  never: () => "the host has an address that no service may have",
};

function refused(reason: string): Target {
  return { ok: false, reason };
}
