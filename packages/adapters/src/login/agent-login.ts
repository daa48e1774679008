import type { ProcessRequest, ReviewerAsk } from "@countersign/engine";

import type { LoginLocation } from "./login-copy.ts";

/** How a program runs with the login of the person who runs the engine, as its vendor permits. */
export type AgentLogin = Omit<LoginLocation, "folder"> & {
  /** The vendor's hosts. The program reaches no others. */
  hosts: readonly string[];
  /** The sign-in instruction. */
  signIn: string;
  commandFor(ask: ReviewerAsk, program: string): AgentCommand;
};

export type AgentCommand = {
  command: string;
  env: Readonly<Record<string, string>>;
} & ({ input: string } | { talk: NonNullable<ProcessRequest["talk"]> });
