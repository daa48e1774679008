import type { ProcessResult, ReviewerAsk, ReviewerUsage } from "@countersign/engine";
import type { RequestFailure } from "../egress/judge-response.ts";
import type { AgentCommand, AgentLogin } from "../login/agent-login.ts";
import type { Upstream } from "./forward-request.ts";

/** The parts of a reviewer runner that differ between agents. */
export type AgentCli = {
  /** The display name. */
  name: string;
  program: string;
  /** The install instruction. */
  install: string;
  /** The environment variable of the key. */
  keyVariable: string;
  /** The vendor's model server, and the paths that the program needs there. */
  server: Omit<Upstream, "key">;
  /** Runs the program with a person's own login. Without it, the program needs a key. */
  login?: AgentLogin;
  commandFor(ask: ReviewerAsk, run: AgentRun): AgentCommand;
  read(printed: AgentOutput, ask: ReviewerAsk): AgentAnswer;
};

/** The input of a command line. */
export type AgentRun = {
  /** The program's path. */
  program: string;
  /** The key that the program sends to the gateway, whose port is in GATEWAY_PORT. */
  token: string;
};

/** The output of a program that ended by itself. */
export type AgentOutput = {
  code: number;
  stdout: string;
  stderr: string;
  droppedBytes: ProcessResult["droppedBytes"];
};

export type AgentAnswer = { usage: ReviewerUsage | null } & (
  | { ok: true; text: string }
  | RequestFailure
);
