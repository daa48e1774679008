import type { OwnerCertificates } from "./owner-certificates.ts";

/** One host and port that a preparation may reach. */
export type AllowedHost = {
  /** Lower case, without brackets and without a trailing dot. */
  host: string;
  port: number;
  /** True if the engine's owner listed it: it may have a private address, but never one of this machine. */
  listed: boolean;
};

/** Why a connection was not made. */
export type ConnectionFailure =
  | "not_allowed"
  | "not_public"
  | "this_machine"
  | "too_many_bytes"
  | "unreachable";

/** A connection that a command requested and did not get. */
export type FailedConnection = { host: string; port: number; why: ConnectionFailure };

/** A proxy for one command. */
export type PackageProxy = {
  /** The Unix socket it listens on, which is the only one the command may reach. */
  socket: string;
  /** The first failed connections, each host and port once. */
  failed(): readonly FailedConnection[];
  close(): Promise<void>;
};

/** The engine owner's settings for package registries. No repository can change them. */
export type OwnerRegistries = {
  /** Hosts, with or without a port, or addresses. */
  hosts: readonly string[];
  /** The registry URL that npm uses instead of the public registry. Null for the public one. */
  npm: string | null;
};

/** Gives preparations access to package registries and to nothing else. */
export interface PackageNetwork {
  /** Opens a proxy that connects to these hosts only. */
  open(hosts: readonly AllowedHost[]): Promise<PackageProxy>;
  registries(): Promise<OwnerRegistries>;
  /** The owner's additional certificates. Default: none. */
  certificates?(): Promise<OwnerCertificates>;
}
