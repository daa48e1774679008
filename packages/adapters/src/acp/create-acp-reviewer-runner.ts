import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Reviewer } from "@countersign/core";
import type {
  ProcessTalk,
  ReviewerAsk,
  ReviewerReply,
  ReviewerRunner,
  ReviewerState,
} from "@countersign/engine";
import type { AgentCli, AgentRun } from "../agent/agent-cli.ts";
import { AGENT_LIMITS, createAgentReviewerRunner } from "../agent/create-agent-reviewer-runner.ts";
import type { FoundProgram } from "../agent/find-program.ts";
import { type AgentOptions, markLogin, prepareAgent } from "../agent/prepare-agent.ts";
import { quoteForShell } from "../agent/quote-for-shell.ts";
import { createVersionMemory } from "../agent/remember-version.ts";
import type { AgentLogin } from "../login/agent-login.ts";
import type { AcpAgent, AcpProvider } from "./acp-agent.ts";
import { copyWithoutInstructions } from "./copy-without-instructions.ts";
import { explainSession } from "./explain-session.ts";
import { greetAgent, holdSession, type SessionEnd } from "./hold-session.ts";
import { MODEL_SERVERS } from "./providers.ts";

/** The credentials of a model server. */
type Access = { apiKey: string | null; baseUrl?: string | undefined };

export type AcpOptions = Pick<
  AgentOptions,
  "processes" | "searchPath" | "pins" | "caps" | "limits" | "certificates" | "proxy"
> & {
  /** Agents by the reviewer's id. */
  agents: ReadonlyMap<string, AcpAgent>;
  models: Readonly<{ [Name in AcpProvider]?: Access | undefined }>;
};

const GREETING_MS = 60_000;
const VERSION = /\/v[0-9][a-z0-9]*\/?$/;
const INSTALL = "Look at its `command` in reviewers.json";
const UNDECLARED = {
  reason: "No program is declared for it",
  hint: "Name it under `agents` in reviewers.json in the data directory",
};

/**
 * Asks any program that speaks the Agent Client Protocol, in the sandbox and behind the gateway
 * like every other agent. Refuses every permission that the program requests.
 */
export function createAcpReviewerRunner(options: AcpOptions): ReviewerRunner {
  const memories = new Map(
    [...options.agents.keys()].map((id) => [id, createVersionMemory()] as const),
  );
  return {
    async state(reviewer) {
      const agent = options.agents.get(reviewer.id);
      const remember = memories.get(reviewer.id);
      if (agent === undefined || remember === undefined) return { ok: false, ...UNDECLARED };
      const [cli, own] = [cliOf(agent, reviewer), optionsFor(agent, options)];
      const ready = await prepareAgent(cli, own);
      if (!ready.ok) return ready;
      return markLogin(
        await remember(ready.program, () => greet(cli, agent, own, ready.program)),
        ready,
      );
    },
    async ask(ask) {
      const agent = options.agents.get(ask.reviewer.id);
      if (agent === undefined) return undeclared();
      const runner = createAgentReviewerRunner(
        cliOf(agent, ask.reviewer),
        optionsFor(agent, options),
      );
      return await askInQuiet(runner, ask);
    },
  };
}

function undeclared(): ReviewerReply {
  const reason = `${UNDECLARED.reason}. ${UNDECLARED.hint}`;
  return { ok: false, reason, again: "never", usage: null, durationMs: 0, sandboxed: false };
}

/** Returns the access of an agent. A local model server may need no key. */
function optionsFor({ provider, login }: AcpAgent, options: AcpOptions): AgentOptions {
  const { processes, searchPath, pins, caps, limits, certificates, proxy } = options;
  const same = { processes, searchPath, pins, caps, limits, certificates, proxy };
  if (provider === undefined)
    return { ...same, credentials: { apiKey: null, login: login?.folder } };
  const { apiKey = null, baseUrl } = options.models[provider] ?? {};
  return {
    ...same,
    credentials: { apiKey: apiKey ?? (provider === "local" ? "none" : null) },
    upstream: MODEL_SERVERS[provider].addsVersion ? baseUrl?.replace(VERSION, "") : baseUrl,
  };
}

/**
 * Creates the agent of one question. It keeps the end of the session until the program has ended.
 */
function cliOf(agent: AcpAgent, { name }: Reviewer): AgentCli {
  const { server, keyVariable } = MODEL_SERVERS[agent.provider ?? "local"];
  let end: SessionEnd | null = null;
  const commandFor: AgentCli["commandFor"] = ({ brief }, run) => ({
    command: acpCommand(agent, run),
    env: {},
    async talk(talk) {
      end = await holdSession(talk, promptFor(brief, talk.directory));
    },
  });
  return {
    name,
    program: agent.command[0] ?? "",
    install: INSTALL,
    keyVariable,
    server,
    ...(agent.login && { login: loginOf(agent.login, commandFor) }),
    commandFor,
    read: (printed) => explainSession(name, end, printed),
  };
}

/** Describes the login. The folder has the same name in the person's home and in the program's. */
function loginOf(
  { folder, files, hosts }: NonNullable<AcpAgent["login"]>,
  commandFor: AgentCli["commandFor"],
): AgentLogin {
  return {
    below: basename(folder),
    files,
    hosts,
    accountOf: () => null,
    signIn: `Sign in with it, so that there is ${join(folder, files[0])}`,
    commandFor: (ask, program) => commandFor(ask, { program, token: "none" }),
  };
}

function promptFor(brief: string, directory: string): string {
  const where = `The files are in the directory ${directory}, to be read and not changed.`;
  return `${where} Files that speak to agents are left out of it.\n\n${brief}`;
}

async function askInQuiet(runner: ReviewerRunner, ask: ReviewerAsk): Promise<ReviewerReply> {
  const root = await mkdtemp(join(tmpdir(), "countersign-acp-"));
  try {
    const directory = join(root, "tree");
    await copyWithoutInstructions(ask.directory, directory);
    return await runner.ask({ ...ask, directory });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Starts the program without a network to read its protocol version. */
async function greet(
  cli: AgentCli,
  agent: AcpAgent,
  options: AgentOptions,
  { path: program, readable }: FoundProgram,
): Promise<ReviewerState> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-acp-"));
  let greeted: Awaited<ReturnType<typeof greetAgent>> | null = null;
  try {
    await options.processes.run({
      command: acpCommand(agent, { program, token: "none" }),
      directory,
      readable,
      network: "none",
      limits: { ...AGENT_LIMITS, timeoutMs: GREETING_MS },
      async talk(talk: ProcessTalk) {
        greeted = await greetAgent(talk);
      },
    });
  } catch {
    return { ok: false, reason: `${cli.name} cannot be started`, hint: INSTALL };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return judgeGreeting(cli.name, greeted);
}

function judgeGreeting(
  name: string,
  greeted: Awaited<ReturnType<typeof greetAgent>> | null,
): ReviewerState {
  if (greeted?.isOurs === true) return { ok: true, version: greeted.version };
  const reason = `${name} does not speak the Agent Client Protocol, version 1`;
  return { ok: false, reason, hint: INSTALL };
}

/** Makes every other connection fail at once instead of waiting for a name to resolve. */
const NOWHERE = { HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1,localhost" };

/** The shell fills in the port, because it is only known where the program runs. */
const GATEWAY = '"http://127.0.0.1:$GATEWAY_PORT"';

/**
 * Returns the command line of an agent, with the gateway's address and key or for its own login.
 */
function acpCommand(
  { command, provider, env }: AcpAgent,
  { program, token }: Pick<AgentRun, "program" | "token">,
): string {
  const fill = (text: string): string =>
    text.replaceAll("{token}", token).split("{gateway}").map(quoteForShell).join(GATEWAY);
  const usual: Record<string, string> =
    provider === undefined ? {} : { ...NOWHERE, ...MODEL_SERVERS[provider].env };
  const variables = Object.entries({ ...usual, ...env });
  return [
    ...variables.map(([name, value]) => `export ${name}=${fill(value)}`),
    ["exec", quoteForShell(program), ...command.slice(1).map(fill)].join(" "),
  ].join("\n");
}
