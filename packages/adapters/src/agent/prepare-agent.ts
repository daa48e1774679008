import type { ProcessLimits, ProcessRunner, ReviewerState } from "@countersign/engine";
import type { AgentLogin } from "../login/agent-login.ts";
import { hasLogin } from "../login/login-copy.ts";
import type { LoginOptions } from "../login/run-with-login.ts";
import type { AgentCli } from "./agent-cli.ts";
import { type FoundProgram, findProgram } from "./find-program.ts";
import type { GatewayCaps } from "./model-gateway.ts";
import { findConfirmed, type ReadPins } from "./program-pins.ts";

/** The owner's settings of one agent. */
export type AgentOptions = {
  processes: ProcessRunner;
  credentials: {
    /** Stays in this process: the program in the sandbox never sees it. */
    apiKey: string | null;
    /**
     * The folder of the owner's login with this program. The program gets a copy of it and no key.
     */
    login?: string | undefined;
  };
  /** Certificates that the owner trusts in addition to the system's, for runs with a login. */
  certificates?: LoginOptions["certificates"];
  /** The proxy through which runs with a login reach their vendor. */
  proxy?: LoginOptions["proxy"];
  /** The model server's address. Default: the vendor's. */
  upstream?: string | undefined;
  /** The program's name or path. Default: the agent's usual name. */
  program?: string | undefined;
  /** The search path for programs that need no confirmation. */
  searchPath?: string | undefined;
  /** The programs that the owner confirmed. Without it, any program on the search path may run. */
  pins?: ReadPins | undefined;
  caps?: Partial<GatewayCaps> | undefined;
  limits?: Partial<Omit<ProcessLimits, "timeoutMs">> | undefined;
};

/** How a program reaches its models. */
export type Access =
  | { by: "key"; key: string }
  | { by: "login"; login: AgentLogin; folder: string };
export type PreparedAgent = { ok: true; program: FoundProgram; access: Access };
type NotReady = Extract<ReviewerState, { ok: false }>;

/** Marks the state of a ready program that uses a person's login. */
export function markLogin(state: ReviewerState, { access }: PreparedAgent): ReviewerState {
  return state.ok && access.by === "login" ? { ...state, personalLogin: true } : state;
}

/** Finds the program and the access of an agent, or returns what is missing. */
export async function prepareAgent(
  cli: Pick<AgentCli, "name" | "program" | "install" | "keyVariable" | "server" | "login">,
  options: AgentOptions,
): Promise<PreparedAgent | NotReady> {
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
    return withoutLogin(cli.name, cli.login, folder);
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

function withoutLogin(name: string, { signIn }: AgentLogin, folder: string): NotReady {
  return { ok: false, reason: `${folder} holds no login of ${name}`, hint: signIn };
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
