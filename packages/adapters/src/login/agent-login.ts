import type { ProcessRequest, ReviewerAsk } from "@countersign/engine";

import type { LoginLocation } from "./login-copy.ts";

/** How a program runs with the login of the person who runs the engine, as its vendor allows. */
export type AgentLogin = Omit<LoginLocation, "folder"> & {
  /** The vendor's hosts that it needs; it reaches no others. */
  hosts: readonly string[];
  /** How people sign in. */
  signIn: string;
  commandFor(ask: ReviewerAsk, program: string): AgentCommand;
};

export type AgentCommand = {
  command: string;
  env: Readonly<Record<string, string>>;
} & ({ input: string } | { talk: NonNullable<ProcessRequest["talk"]> });
