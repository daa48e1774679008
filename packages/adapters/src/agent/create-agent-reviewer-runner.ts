import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import type {
  ProcessLimits,
  ProcessResult,
  ProcessRunner,
  ReviewerAsk,
  ReviewerRunner,
  ReviewerState,
} from "@countersign/engine";
import type { Failure } from "../egress/judge-received.ts";
import type { AgentLogin } from "../login/agent-login.ts";
import { hasLogin } from "../login/login-copy.ts";
import { type LoginOptions, runWithLogin } from "../login/run-with-login.ts";
import type { AgentAnswer, AgentCli } from "./agent-cli.ts";
import { explainKill, explainTrouble } from "./explain-end.ts";
import { type FoundProgram, findProgram } from "./find-program.ts";
import { type GatewayCaps, openModelGateway, type Passed } from "./model-gateway.ts";
import { findConfirmed, type ReadPins } from "./program-pins.ts";
import { quoteWord } from "./quote-word.ts";
import { createVersionMemory } from "./remember-version.ts";

/** What whoever runs the engine decides about one agent. */
export type AgentOptions = {
  processes: ProcessRunner;
  credentials: {
    /** It stays with us: the program in the sandbox never sees it. */
    apiKey: string | null;
    /** The folder of the owner's own login with this program, which gets a copy of it and no key. */
    login?: string | undefined;
  };
  /** What the owner trusts besides the system's certificates, for runs with a login. */
  certificates?: LoginOptions["certificates"];
  /** How runs with a login reach their vendor. */
  proxy?: LoginOptions["proxy"];
  /** The model server's address, where it is not the vendor's own. */
  upstream?: string | undefined;
  /** The program's name or path, where it is not the usual one. */
  program?: string | undefined;
  /** Where programs are looked for that need no confirmation. */
  searchPath?: string | undefined;
  /** The programs that the owner confirmed. Left out: whatever is on the search path may run. */
  pins?: ReadPins | undefined;
  caps?: Partial<GatewayCaps> | undefined;
  limits?: Partial<Omit<ProcessLimits, "timeoutMs">> | undefined;
};

const GIBIBYTE = 1024 ** 3;

export const AGENT_LIMITS: Omit<ProcessLimits, "timeoutMs"> = {
  outputBytes: 8 * 1024 ** 2,
  processes: 1_000,
  memoryBytes: Math.min(Math.max(totalmem() / 2, 2 * GIBIBYTE), 8 * GIBIBYTE),
};

const VERSION_MS = 30_000;

/**
 * Asks an agent's own program, as people have it installed, in the sandbox.
 *
 * It reads the tree and cannot write it, has nothing of ours in its environment or its home, and
 * reaches nothing but its model server, through a gateway that holds the key.
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

/** The state of a program that is ready, marked where it uses a person's login. */
export function markLogin(state: ReviewerState, { access }: Ready): ReviewerState {
  return state.ok && access.by === "login" ? { ...state, personalLogin: true } : state;
}

type Access = { by: "key"; key: string } | { by: "login"; login: AgentLogin; folder: string };
type Ready = { ok: true; program: FoundProgram; access: Access };
type NotReady = Extract<ReviewerState, { ok: false }>;

/** Finds what an agent needs before it can be asked, or says what is missing. */
export async function prepareAgent(
  cli: Pick<AgentCli, "name" | "program" | "install" | "keyVariable" | "server" | "login">,
  options: AgentOptions,
): Promise<Ready | NotReady> {
  const sandbox = await options.processes.sandbox();
  if (sandbox.kind === "none") {
    const reason = `${cli.name} reviews only in a sandbox, and there is none: ${sandbox.why}`;
    return { ok: false, reason, hint: sandbox.install };
  }
  const found = await locate(cli, options);
  if ("hint" in found) return found;
  const { apiKey, login: folder } = options.credentials;
  if (cli.login !== undefined && folder !== undefined) {
    if (await hasLogin({ folder, files: cli.login.files }))
      return { ok: true, program: found, access: { by: "login", login: cli.login, folder } };
    return notSignedIn(cli.name, cli.login);
  }
  const key = apiKey ?? "";
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const hint = `Set ${cli.keyVariable} where the engine runs`;
    return { ok: false, reason: `There is no key for ${cli.name}`, hint };
  }
  if (!isAddress(options.upstream ?? cli.server.baseUrl)) {
    const hint = "It begins with https://, or with http:// for a server of your own";
    return { ok: false, reason: `The address of ${cli.name}'s model server is none`, hint };
  }
  return { ok: true, program: found, access: { by: "key", key } };
}

function notSignedIn(name: string, { signIn }: AgentLogin): NotReady {
  return { ok: false, reason: `Nobody is signed in with ${name}`, hint: signIn };
}

async function locate(
  { name, program, install }: Pick<AgentCli, "name" | "program" | "install">,
  { program: other, searchPath, pins }: AgentOptions,
): Promise<FoundProgram | NotReady> {
  const wanted = other ?? program;
  const confirm = `confirm it with: countersign agent confirm ${wanted}`;
  if (pins === undefined) {
    const found = await findProgram(wanted, searchPath);
    return found ?? { ok: false, reason: `${name} is not installed`, hint: install };
  }
  const found = await findConfirmed(wanted, pins);
  if (found.ok) return found.program;
  if (found.why === "changed") {
    const reason = `${name} (${found.path}) has changed since you confirmed it`;
    return { ok: false, reason, hint: `If you upgraded it, ${confirm}` };
  }
  if (found.why === "unconfirmed") {
    const reason = `${name} (${found.path}) was never confirmed`;
    return { ok: false, reason, hint: `If it is the program you mean, ${confirm}` };
  }
  const hint = `${install}. If it is installed, ${confirm}`;
  return { ok: false, reason: `${name} is not where the engine looks`, hint };
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "";
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
      command: `${quoteWord(path)} --version`,
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

type Said = AgentAnswer & { sandboxed: boolean };

async function askOnce(cli: AgentCli, options: AgentOptions, ask: ReviewerAsk): Promise<Said> {
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
    const reason = `Nobody is signed in with ${cli.name}. ${cli.login?.signIn ?? ""}`;
    return { ok: false, reason, again: "never", usage: null, sandboxed: false };
  }
  const answer = withoutTokens(judge(cli, ask, result, passed), tokens);
  return { ...answer, sandboxed: result.sandboxed };
}

/** What a program says is kept and shown to authors, who must not find a token of its login in it. */
function withoutTokens(answer: AgentAnswer, tokens: readonly string[]): AgentAnswer {
  const clean = (text: string): string =>
    tokens.reduce((rest, token) => rest.replaceAll(token, "[redacted]"), text);
  return answer.ok
    ? { ...answer, text: clean(answer.text) }
    : { ...answer, reason: clean(answer.reason) };
}

type Run = {
  result: ProcessResult | null;
  passed: Pick<Passed, "trouble" | "waiting">;
  /** What the program knew and must not tell. */
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
 * The program's own words count only when it ended by itself; and where it has no answer, what the
 * gateway saw says more than what the program makes of it.
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
    return { ...explainTrouble(cli.name, passed.trouble, Date.now()), usage };
  }
  if (!endedItself) return { ...explainKill(cli.name, end.why, passed, ask.timeoutMs), usage };
  return answer;
}

function brokenDown({
  name,
}: AgentCli): (error: unknown) => Failure & Pick<Said, "usage" | "sandboxed"> {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    const reason = `${name} could not be started: ${why.slice(0, 500)}`;
    return { ok: false, reason, again: "never", usage: null, sandboxed: false };
  };
}
