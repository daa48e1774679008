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
  /** The engine owner's: keys, addresses of model servers, and where programs are. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The owner's, too: what is written down here wins over the environment. */
  access?: ReviewerAccess | undefined;
  /** What the owner trusts besides the system's certificates. */
  certificates?: AgentOptions["certificates"];
  /** An agent's program without a key or a login is left out, and may answer with a credential; or it is asked, and says so. */
  withoutKey: "left_out" | "asked";
  /** The programs that the owner confirmed. Left out: programs on the search path of the environment run. */
  pins?: ReadPins | undefined;
};

type Provider = "anthropic" | "openai" | "google";
type Agent = {
  create(options: AgentOptions): ReviewerRunner;
  provider: Provider;
  /** The program adds the version of the protocol to the address itself. */
  addsVersion: boolean;
};

const AGENTS = {
  claude: { create: createClaudeReviewerRunner, provider: "anthropic", addsVersion: true },
  codex: { create: createCodexReviewerRunner, provider: "openai", addsVersion: false },
  gemini: { create: createGeminiReviewerRunner, provider: "google", addsVersion: true },
  opencode: { create: createOpencodeReviewerRunner, provider: "openai", addsVersion: false },
} satisfies Record<string, Agent>;

/** The logins that programs can review with. */
const LOGINS = { claude: CLAUDE.login, codex: CODEX.login, gemini: GEMINI.login };
export type LoginAgent = keyof typeof LOGINS;

/** Tells whether a folder holds a login of a program. */
export async function isSignedIn(agent: LoginAgent, folder: string): Promise<boolean> {
  return await hasLogin({ folder, files: LOGINS[agent].files });
}

const VERSION = /\/v[0-9][a-z0-9]*\/?$/;

/** Everybody who can be asked from here: agents' own programs, models and services. What one lacks, its state says. */
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
