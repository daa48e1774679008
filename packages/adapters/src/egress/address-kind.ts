import { BlockList, isIP } from "node:net";

/**
 * Classifies an address.
 *
 * `never` covers addresses that no request may go to: link-local addresses and cloud metadata
 * servers, which hand out credentials to any process on the machine. `reserved` is for
 * documentation and measurements; some private networks use it.
 */
export type AddressKind = "public" | "private" | "loopback" | "reserved" | "never";

const LOOPBACK = listOf(["127.0.0.0/8"], ["::1/128"]);
const PRIVATE = listOf(
  ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"],
  ["fc00::/7"],
);

const RESERVED = listOf(
  ["192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ["2001:db8::/32", "3fff::/20"],
);

/** Reserved and multicast addresses, and metadata servers that hand out credentials. */
const NEVER = listOf(
  [
    "0.0.0.0/8",
    "100.100.100.200/32",
    "168.63.129.16/32",
    "169.254.0.0/16",
    "192.0.0.0/24",
    "192.88.99.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
  ],
  ["fd00:ec2::/32", "fd20:ce::/32", "2001::/23", "2002::/16"],
);

/** The assigned block of IPv6. Other addresses wrap an IPv4 address or are special. */
const GIVEN_OUT = listOf([], ["2000::/3"]);

/** Returns the kind of an IP address; `never` for an invalid one. */
export function addressKind(address: string): AddressKind {
  const version = isIP(address);
  if (version === 0 || address.includes("%")) return "never";
  const family = version === 4 ? "ipv4" : "ipv6";
  if (NEVER.check(address, family)) return "never";
  if (RESERVED.check(address, family)) return "reserved";
  if (LOOPBACK.check(address, family)) return "loopback";
  if (PRIVATE.check(address, family)) return "private";
  return version === 4 || GIVEN_OUT.check(address, family) ? "public" : "never";
}

function listOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of v4) list.addSubnet(...rangeOf(range), "ipv4");
  for (const range of v6) list.addSubnet(...rangeOf(range), "ipv6");
  return list;
}

function rangeOf(range: string): [string, number] {
  const [net = "", bits = ""] = range.split("/");
  return [net, Number(bits)];
}
