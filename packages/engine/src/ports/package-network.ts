import type { OwnerCertificates } from "./owner-certificates.ts";

/** One host that a preparation may reach, at one port. */
export type AllowedHost = {
  /** In lower case, without brackets and without a dot at its end. */
  host: string;
  port: number;
  /** The engine's owner listed it: it may have an address that is not public. Never one of this machine. */
  listed: boolean;
};

/** Why a connection was not made. */
export type ConnectionFailure =
  | "not_allowed"
  | "not_public"
  | "this_machine"
  | "too_many_bytes"
  | "unreachable";

/** A connection that a command asked for and did not get. */
export type FailedConnection = { host: string; port: number; why: ConnectionFailure };

/** A proxy for one command. */
export type PackageProxy = {
  /** The Unix socket that it listens on: the one that the command may reach. */
  socket: string;
  /** The connections that it did not make, each host and port once, the first ones. */
  failed(): readonly FailedConnection[];
  close(): Promise<void>;
};

/** What the engine's owner says about package registries. No repository changes it. */
export type OwnerRegistries = {
  /** Hosts, with or without a port, or addresses. */
  hosts: readonly string[];
  /** The address that npm uses in place of the public registry; null for the public one. */
  npm: string | null;
};

/** The way of preparations to package registries, and to nothing else. */
export interface PackageNetwork {
  /** Opens a proxy that connects to these hosts alone. */
  open(hosts: readonly AllowedHost[]): Promise<PackageProxy>;
  registries(): Promise<OwnerRegistries>;
  /** What the owner trusts besides the system's certificates; left out: nothing. */
  certificates?(): Promise<OwnerCertificates>;
}
