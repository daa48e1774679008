import type { ProcessRunner, ReviewerRunner, ReviewerRunners } from "@countersign/engine";
import { createAcpReviewerRunner } from "./acp/create-acp-reviewer-runner.ts";
import type { AgentOptions } from "./agent/prepare-agent.ts";
import type { ReadPins } from "./agent/program-pins.ts";
import { CLAUDE, createClaudeReviewerRunner } from "./claude/create-claude-reviewer-runner.ts";
import { CODEX, createCodexReviewerRunner } from "./codex/create-codex-reviewer-runner.ts";
import { createGeminiReviewerRunner, GEMINI } from "./gemini/create-gemini-reviewer-runner.ts";
import { createHttpReviewerRunner } from "./http/create-http-reviewer-runner.ts";
import { hasLogin } from "./login/login-copy.ts";
import { accessFromEnvironment } from "./model/access-from-environment.ts";
import { createModelReviewerRunner } from "./model/create-model-reviewer-runner.ts";
import { createOpencodeReviewerRunner } from "./opencode/create-opencode-reviewer-runner.ts";
import { ReviewerAccess } from "./reviewer-access.ts";

export type ReviewerRunnersOptions = {
  processes: ProcessRunner;
  /**
   * The environment of the engine's owner: keys, addresses of model servers and the search path.
   */
  environment: Readonly<Record<string, string | undefined>>;
  /** The owner's access file, which overrides the environment. */
  access?: ReviewerAccess | undefined;
  /** Certificates that the owner trusts in addition to the system's. */
  certificates?: AgentOptions["certificates"];
  /**
   * Whether an agent without a key or login is left out, so that it can connect with a credential,
   * or asked, so that its state names what is missing.
   */
  withoutKey: "left_out" | "asked";
  /** The programs that the owner confirmed. Without it, programs on the search path may run. */
  pins?: ReadPins | undefined;
};

type Provider = "anthropic" | "openai" | "google";
type Agent = {
  create(options: AgentOptions): ReviewerRunner;
  provider: Provider;
  /** True if the program itself appends the protocol version to the address. */
  addsVersion: boolean;
};

const AGENTS = {
  claude: { create: createClaudeReviewerRunner, provider: "anthropic", addsVersion: true },
  codex: { create: createCodexReviewerRunner, provider: "openai", addsVersion: false },
  gemini: { create: createGeminiReviewerRunner, provider: "google", addsVersion: true },
  opencode: { create: createOpencodeReviewerRunner, provider: "openai", addsVersion: false },
} satisfies Record<string, Agent>;

/** Programs that can review with a login. */
const LOGINS = { claude: CLAUDE.login, codex: CODEX.login, gemini: GEMINI.login };
export type LoginAgent = keyof typeof LOGINS;

/** Returns true if a folder contains a login of a program. */
export async function isSignedIn(agent: LoginAgent, folder: string): Promise<boolean> {
  return await hasLogin({ folder, files: LOGINS[agent].files });
}

const VERSION = /\/v[0-9][a-z0-9]*\/?$/;

/**
 * Creates the runners of all reviewers: agents' own programs, models and services. The state of
 * each runner names what it lacks.
 */
export function createReviewerRunners(options: ReviewerRunnersOptions): ReviewerRunners {
  const { processes, environment, access = ReviewerAccess.parse({}), withoutKey, pins } = options;
  const { certificates } = options;
  const { prices, services, privateHosts, loopback } = access;
  const models = { ...accessFromEnvironment(environment), ...access.models };
  const logins = new Map(Object.entries(access.logins));
  const declared = new Map(Object.entries(access.agents));
  const searchPath = environment.PATH;
  const agents = Object.entries(AGENTS).flatMap(([name, { create, provider, addsVersion }]) => {
    const { apiKey = null, baseUrl } = models[provider] ?? {};
    const login = logins.get(name);
    if (apiKey === null && login === undefined && withoutKey === "left_out") return [];
    const upstream = addsVersion ? baseUrl?.replace(VERSION, "") : baseUrl;
    const credentials = { apiKey, login };
    const own = { processes, searchPath, pins, credentials, upstream, certificates };
    return [[name, create(own)] as const];
  });
  return {
    ...Object.fromEntries(agents),
    ...(declared.size === 0 && withoutKey === "left_out"
      ? {}
      : {
          acp: createAcpReviewerRunner({
            ...{ processes, searchPath, pins, certificates, agents: declared, models },
          }),
        }),
    model: createModelReviewerRunner({ access: models, prices, privateHosts }),
    http: createHttpReviewerRunner({
      endpoints: new Map(Object.entries(services)),
      rules: { loopback, privateHosts },
    }),
  };
}
