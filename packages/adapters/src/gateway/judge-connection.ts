import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { AllowedHost, ConnectionFailure } from "@countersign/engine";
import { addressKind } from "../egress/address-kind.ts";

/** The target of a connection. */
export type Endpoint = { host: string; port: number };

/** The target of a request without TLS, with its host header. */
export type PlainTarget = Endpoint & { authority: string; path: string };

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** Parses the `host:port` of a CONNECT request; null if it is invalid. */
export function readAuthority(authority: string): Endpoint | null {
  if (!/^(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/.test(authority)) return null;
  const url = URL.parse(`https://${authority}`);
  return url === null ? null : endpointOf(url);
}

/**
 * Parses the address of a request without TLS; null for one with a password or of another protocol.
 */
export function readPlainAddress(address: string): PlainTarget | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "http:") return null;
  if (url.username !== "" || url.password !== "") return null;
  return { ...endpointOf(url), authority: url.host, path: url.pathname + url.search };
}

/** Normalizes the host to the spelling of an allowlist. */
function endpointOf({ hostname, port, protocol }: URL): Endpoint {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  const usual = protocol === "https:" ? HTTPS_PORT : HTTP_PORT;
  return { host, port: port === "" ? usual : Number(port) };
}

/** Returns why the name of an endpoint is not allowed; null if it is. */
export function refuseEndpoint(
  { host, port }: Endpoint,
  allowed: readonly AllowedHost[],
): ConnectionFailure | null {
  if (host === "localhost" || host.endsWith(".localhost")) return "this_machine";
  const entry = allowed.find((one) => one.host === host && one.port === port);
  const isAddress = isIP(host) !== 0;
  if (isAddress && isThisMachine(host)) return "this_machine";
  if (entry === undefined) return "not_allowed";
  return isAddress ? checkPackageAddress(host, entry) : null;
}

/** Returns why an allowed host may not be reached at this address; null if it may. */
export function checkPackageAddress(
  address: string,
  { listed }: Pick<AllowedHost, "listed">,
): ConnectionFailure | null {
  if (isThisMachine(address)) return "this_machine";
  const kind = addressKind(address);
  if (kind === "public") return null;
  return listed && (kind === "private" || kind === "reserved") ? null : "not_public";
}

/** Returns true for loopback, the unspecified address and the addresses of this machine. */
function isThisMachine(address: string): boolean {
  if (addressKind(address) === "loopback") return true;
  if (/^(?:0\.0\.0\.0|::|::ffff:0\.0\.0\.0)$/.test(address)) return true;
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => own.address === address),
  );
}
