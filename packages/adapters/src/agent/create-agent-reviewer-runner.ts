import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import type {
  ProcessLimits,
  ProcessResult,
  ReviewerAsk,
  ReviewerRunner,
  ReviewerState,
} from "@countersign/engine";
import type { RequestFailure } from "../egress/judge-response.ts";
import { runWithLogin } from "../login/run-with-login.ts";
import type { AgentAnswer, AgentCli } from "./agent-cli.ts";
import { explainForwardFailure, explainKill } from "./explain-end.ts";
import type { FoundProgram } from "./find-program.ts";
import { type GatewayTraffic, openModelGateway } from "./model-gateway.ts";
import { type Access, type AgentOptions, markLogin, prepareAgent } from "./prepare-agent.ts";
import { quoteForShell } from "./quote-for-shell.ts";
import { createVersionMemory } from "./remember-version.ts";

const GIBIBYTE = 1024 ** 3;

export const AGENT_LIMITS: Omit<ProcessLimits, "timeoutMs"> = {
  outputBytes: 8 * 1024 ** 2,
  processes: 1_000,
  memoryBytes: Math.min(Math.max(totalmem() / 2, 2 * GIBIBYTE), 8 * GIBIBYTE),
};

const VERSION_MS = 30_000;

/**
 * Asks an agent's own program, as it is installed on this machine, in the sandbox.
 *
 * The program reads the tree and cannot write it, has nothing of ours in its environment or its
 * home, and reaches only its model server, through a gateway that holds the key.
 */
export function createAgentReviewerRunner(cli: AgentCli, options: AgentOptions): ReviewerRunner {
  const remember = createVersionMemory();
  return {
    async state() {
      const ready = await prepareAgent(cli, options);
      if (!ready.ok) return ready;
      return markLogin(
        await remember(ready.program, () => versionOf(cli, options, ready.program)),
        ready,
      );
    },
    async ask(ask) {
      const began = performance.now();
      const said = await askOnce(cli, options, ask).catch(brokenDown(cli));
      return { ...said, durationMs: Math.round(performance.now() - began) };
    },
  };
}

async function versionOf(
  cli: AgentCli,
  { processes }: AgentOptions,
  { path, readable }: FoundProgram,
): Promise<ReviewerState> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-version-"));
  const hint = `Try \`${cli.program} --version\`; ${cli.install}`;
  try {
    const { end, stdout } = await processes.run({
      command: `${quoteForShell(path)} --version`,
      directory,
      readable,
      network: "none",
      limits: { ...AGENT_LIMITS, timeoutMs: VERSION_MS },
    });
    const version = /\d+\.\d+\.\d+[\w.-]*/.exec(Buffer.from(stdout).toString("utf8"))?.[0];
    if (end.how === "exited" && version !== undefined) return { ok: true, version };
    return { ok: false, reason: `${cli.name} does not say its version`, hint };
  } catch {
    return { ok: false, reason: `${cli.name} cannot be started`, hint };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type SandboxedAnswer = AgentAnswer & { sandboxed: boolean };

async function askOnce(
  cli: AgentCli,
  options: AgentOptions,
  ask: ReviewerAsk,
): Promise<SandboxedAnswer> {
  const ready = await prepareAgent(cli, options);
  if (!ready.ok) {
    const reason = `${ready.reason}. ${ready.hint}`;
    return { ok: false, reason, again: "never", usage: null, sandboxed: false };
  }
  const { result, passed, tokens } =
    ready.access.by === "login"
      ? await runSignedIn(ready.access, ready.program, options, ask)
      : await runWithKey(cli, ready.access.key, ready.program, options, ask);
  if (result === null) {
    const reason = `The login of ${cli.name} is gone. ${cli.login?.signIn ?? ""}`;
    return { ok: false, reason, again: "never", usage: null, sandboxed: false };
  }
  const answer = withoutTokens(judge(cli, ask, result, passed), tokens);
  return { ...answer, sandboxed: result.sandboxed };
}

/** Removes tokens of the login from an answer, because answers are stored and shown to authors. */
function withoutTokens(answer: AgentAnswer, tokens: readonly string[]): AgentAnswer {
  const clean = (text: string): string =>
    tokens.reduce((rest, token) => rest.replaceAll(token, "[redacted]"), text);
  return answer.ok
    ? { ...answer, text: clean(answer.text) }
    : { ...answer, reason: clean(answer.reason) };
}

type Run = {
  result: ProcessResult | null;
  passed: Pick<GatewayTraffic, "trouble" | "waiting">;
  /** Tokens that the program knew. They are removed from its answer. */
  tokens: readonly string[];
};

async function runWithKey(
  cli: AgentCli,
  key: string,
  { path: program, readable }: FoundProgram,
  options: AgentOptions,
  ask: ReviewerAsk,
): Promise<Run> {
  const baseUrl = options.upstream ?? cli.server.baseUrl;
  const gateway = await openModelGateway({ ...cli.server, baseUrl, key }, options.caps);
  const { token, socket, passed } = gateway;
  try {
    const command = cli.commandFor(ask, { program, token });
    const request = { ...command, ...requestFor(ask, options), readable, network: { socket } };
    return { result: await options.processes.run(request), passed, tokens: [] };
  } finally {
    await gateway.close();
  }
}

async function runSignedIn(
  { login, folder }: Extract<Access, { by: "login" }>,
  { path: program, readable }: FoundProgram,
  options: AgentOptions,
  ask: ReviewerAsk,
): Promise<Run> {
  const command = login.commandFor(ask, program);
  const request = { ...command, ...requestFor(ask, options), readable };
  const run = await runWithLogin(login, { ...options, folder }, request);
  const { result, tokens } = run ?? { result: null, tokens: [] };
  return { result, tokens, passed: { trouble: null, waiting: 0 } };
}

function requestFor({ directory, timeoutMs, signal }: ReviewerAsk, { limits }: AgentOptions) {
  return { directory, readOnly: true, limits: { ...AGENT_LIMITS, ...limits, timeoutMs }, signal };
}

/**
 * Judges the end of a run. The program's output counts only if it ended by itself; without an
 * answer, the gateway's traffic explains the failure better than the program's text.
 */
function judge(
  cli: AgentCli,
  ask: ReviewerAsk,
  { end, stdout, stderr, droppedBytes }: ProcessResult,
  passed: Run["passed"],
): AgentAnswer {
  const [out, err] = [stdout, stderr].map((bytes) => Buffer.from(bytes).toString("utf8"));
  const code = end.how === "exited" ? end.code : 1;
  const printed = { code, stdout: out ?? "", stderr: err ?? "", droppedBytes };
  const answer = cli.read(printed, ask);
  const { usage } = answer;
  const endedItself = end.how === "exited";
  if (endedItself && answer.ok) return answer;
  const wasStopped = !endedItself && end.why === "aborted";
  if (passed.trouble !== null && !wasStopped) {
    return { ...explainForwardFailure(cli.name, passed.trouble, Date.now()), usage };
  }
  if (!endedItself) return { ...explainKill(cli.name, end.why, passed, ask.timeoutMs), usage };
  return answer;
}

function brokenDown({
  name,
}: AgentCli): (error: unknown) => RequestFailure & Pick<SandboxedAnswer, "usage" | "sandboxed"> {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    const reason = `${name} could not be started: ${why.slice(0, 500)}`;
    return { ok: false, reason, again: "never", usage: null, sandboxed: false };
  };
}
