import type { ProcessResult, ReviewerAsk, ReviewerUsage } from "@countersign/engine";
import type { RequestFailure } from "../egress/judge-response.ts";
import type { AgentCommand, AgentLogin } from "../login/agent-login.ts";
import type { Upstream } from "./forward-request.ts";

/** How one agent's program is asked and read; everything else is the same for all. */
export type AgentCli = {
  /** What people call it. */
  name: string;
  program: string;
  /** How people get it. */
  install: string;
  /** Where people put its key. */
  keyVariable: string;
  /** Its vendor's model server, and what of it the program needs. */
  server: Omit<Upstream, "key">;
  /** How it runs with a person's own login; left out: it needs a key. */
  login?: AgentLogin;
  commandFor(ask: ReviewerAsk, run: AgentRun): AgentCommand;
  read(printed: AgentOutput, ask: ReviewerAsk): AgentAnswer;
};

/** What a command line can rely on. */
export type AgentRun = {
  /** The program's path. */
  program: string;
  /** The key that it shows to the gateway, whose port is in GATEWAY_PORT. */
  token: string;
};

/** What a program that ended by itself left. */
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
