import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { AllowedHost, ConnectionFailure } from "@countersign/engine";
import { addressKind } from "../egress/address-kind.ts";

/** Where a command wants to connect to. */
export type Endpoint = { host: string; port: number };

/** Where a request without TLS goes, and how it names its host. */
export type PlainTarget = Endpoint & { authority: string; path: string };

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** Reads the `host:port` of a CONNECT request; null for anything else. */
export function readAuthority(authority: string): Endpoint | null {
  if (!/^(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/.test(authority)) return null;
  const url = URL.parse(`https://${authority}`);
  return url === null ? null : endpointOf(url);
}

/** Reads the address of a request without TLS; null for one with a password, or of another protocol. */
export function readPlainAddress(address: string): PlainTarget | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "http:") return null;
  if (url.username !== "" || url.password !== "") return null;
  return { ...endpointOf(url), authority: url.host, path: url.pathname + url.search };
}

/** The host in the spelling of an allow-list: one form for every way to write it. */
function endpointOf({ hostname, port, protocol }: URL): Endpoint {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  const usual = protocol === "https:" ? HTTPS_PORT : HTTP_PORT;
  return { host, port: port === "" ? usual : Number(port) };
}

/** Why an endpoint may not be connected to, as far as its name can tell; null if it may. */
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

/** Why an allowed host may not be reached at this address; null if it may. */
export function checkPackageAddress(
  address: string,
  { listed }: Pick<AllowedHost, "listed">,
): ConnectionFailure | null {
  if (isThisMachine(address)) return "this_machine";
  const kind = addressKind(address);
  if (kind === "public") return null;
  return listed && (kind === "private" || kind === "reserved") ? null : "not_public";
}

/** Loopback, the unspecified address, and the addresses of this machine. */
function isThisMachine(address: string): boolean {
  if (addressKind(address) === "loopback") return true;
  if (/^(?:0\.0\.0\.0|::|::ffff:0\.0\.0\.0)$/.test(address)) return true;
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => own.address === address),
  );
}
