import type { Socket, TcpNetConnectOpts } from "node:net";
import type { AllowedHost, ConnectionFailure } from "@countersign/engine";
import type { Resolve } from "../egress/guard-lookup.ts";
import type { Endpoint } from "./judge-connection.ts";

/** Opens a connection; `lookup` in the options resolves the address. */
export type Connect = (options: TcpNetConnectOpts) => Socket;

export type ProxyLimits = {
  /** Maximum open connections. Default 128. */
  connections: number;
  /** Maximum bytes of a request's head. Default 16 KiB. */
  headBytes: number;
  /** Milliseconds until a request's head is complete. Default 10,000. */
  headMs: number;
  /** Milliseconds until a server has answered a connection. Default 20,000. */
  connectMs: number;
  /** Milliseconds without a byte in either direction. Default 120,000. */
  silentMs: number;
  /** Bytes that the command sends, all connections together. Default 64 MiB. */
  sentBytes: number;
  /** Bytes that the command receives, all connections together. Default 8 GiB. */
  receivedBytes: number;
};

/** The state that all connections of a proxy share. */
export type ProxyState = {
  allowed: readonly AllowedHost[];
  limits: ProxyLimits;
  resolve: Resolve | undefined;
  connect: Connect;
  counted: { sent: number; received: number };
  fail(endpoint: Endpoint, why: ConnectionFailure): void;
};
