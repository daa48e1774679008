import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createReviewerRunners,
  createSandboxedProcessRunner,
  readReviewerAccess,
} from "@countersign/adapters";
import { answerJsonSchema, loadPolicy, type Reviewer } from "@countersign/core";
import type { ReviewerRunner, ReviewerRunners } from "@countersign/engine";
import { findParentAgent } from "../../caller/parent-agent.ts";
import { describeCallingAgent } from "../../caller/require-owner.ts";
import type { CommandContext } from "../../command/context.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { engineEnvironment } from "../../local-engine/settings/engine-environment.ts";
import {
  readConfirmedPrograms,
  readEngineSettings,
} from "../../local-engine/settings/engine-settings.ts";
import { findOwnerCertificates } from "../../local-engine/settings/owner-certificates.ts";
import { accessFile, programText } from "../../reviewers/engine-runners.ts";
import type { Environment } from "../../runtime/environment.ts";
import { findProgramPath } from "../hosts/find-agents.ts";
import { type FoundLogin, findLogins } from "./find-logins.ts";

const PROGRAMS = ["claude", "codex", "gemini", "opencode"] as const;
type Program = (typeof PROGRAMS)[number];

/** Which program runs the shipped agent reviewers, and why that one or none. */
export type InitTrial = {
  runBy: Program | "none";
  says: string;
  /** The person's login that it reviews with, where the engine has no key for it. */
  login: FoundLogin | null;
};

/** Milliseconds that a trial run may take, per program. */
const TRIAL_MS = 60_000;
/** US dollars that a trial run may cost, where the program takes a cap. */
const TRIAL_USD = 0.1;

const TRIAL_BRIEF = `This is a trial run of a code reviewer. There is no change to review, so read nothing. Answer with this JSON and nothing else: {"completed":true,"nonce":"trial","tree":"${"0".repeat(40)}","verdict":"approved","summary":"Ready.","findings":[]}`;

/**
 * Finds the first program that answers a trial run as a reviewer: with the engine's keys, in the sandbox, for about
 * a cent. A dry run asks nothing and names the program that would be tried.
 */
export async function tryReviewers(
  context: Pick<CommandContext, "env" | "server" | "dryRun">,
  { isWanted }: { isWanted: boolean },
  above: () => string | null = findParentAgent,
): Promise<InitTrial> {
  if (!isWanted) return off("switched off with --no-agent-reviewers");
  if (context.server !== null) return off("the engine does not run on this machine");
  const found = await installed(context.env);
  if (found.length === 0) return off("no program of an agent was found");
  const logins = await findLogins(context.env, above);
  const runners = await runnersFor(context.env, logins, above);
  const failures: string[] = [];
  const keyless: Program[] = [];
  for (const program of found) {
    const runner = runners[program];
    if (runner === undefined) continue;
    const trial = await tryOne(program, runner, context);
    if (typeof trial !== "string") return { ...trial, login: loginOf(program, logins) };
    if (trial.startsWith(NO_KEY)) keyless.push(program);
    else failures.push(`${program}: ${trial}`);
  }
  return off([...failures, ...noKeys(keyless, context.env)].join("; "));
}

function loginOf(program: Program, logins: readonly FoundLogin[]): FoundLogin | null {
  return logins.find(({ agent }) => agent === program) ?? null;
}

/** How runners say that a key is missing. */
const NO_KEY = "There is no key";

function noKeys(programs: readonly Program[], env: Environment): string[] {
  if (programs.length === 0) return [];
  const file = accessFile(localFiles(env));
  return [`the engine has no key for ${programs.join(", ")}; keys go into ${file}`];
}

function off(says: string): InitTrial {
  return { runBy: "none", says, login: null };
}

async function installed(env: Environment): Promise<Program[]> {
  const paths = await Promise.all(PROGRAMS.map((program) => findProgramPath(program, env)));
  return PROGRAMS.filter((_, at) => paths[at] !== null);
}

/** Runners with the keys of the engine. Programs that were never confirmed run only for a person. */
async function runnersFor(
  env: Environment,
  logins: readonly FoundLogin[],
  above: () => string | null,
): Promise<ReviewerRunners> {
  const files = localFiles(env);
  const { environment = {} } = await readEngineSettings(files.settings);
  const isPerson = describeCallingAgent(env, above) === null;
  const access = await readReviewerAccess(accessFile(files));
  const found = Object.fromEntries(logins.map(({ agent, folder }) => [agent, folder]));
  const engine = engineEnvironment(files.directory, environment);
  return createReviewerRunners({
    processes: createSandboxedProcessRunner(),
    environment: { ...engine, PATH: env.PATH },
    access: { ...access, logins: { ...found, ...access.logins } },
    certificates: () => findOwnerCertificates(engine),
    withoutKey: "asked",
    ...(isPerson ? {} : { pins: () => readConfirmedPrograms(files.settings) }),
  });
}

/** The trial of one program, or why it cannot review. */
async function tryOne(
  program: Program,
  runner: ReviewerRunner,
  { dryRun }: Pick<CommandContext, "dryRun">,
): Promise<Omit<InitTrial, "login"> | string> {
  const reviewer = reviewerBy(program);
  if (reviewer === undefined) return "no reviewer of the shipped policies uses it";
  const state = await runner.state(reviewer);
  if (!state.ok) return `${state.reason}. ${state.hint}`;
  const name = programText(program, state);
  if (dryRun) return { runBy: program, says: `${name}, after one trial run` };
  const directory = await mkdtemp(join(tmpdir(), "countersign-trial-"));
  try {
    const reply = await runner.ask({
      reviewer,
      brief: TRIAL_BRIEF,
      answerSchema: { ...answerJsonSchema() },
      directory,
      timeoutMs: TRIAL_MS,
      signal: AbortSignal.timeout(TRIAL_MS),
    });
    if (!reply.ok) return `its trial run failed. ${reply.reason}`;
    const cost = reply.usage?.costUsd ?? null;
    const spent = cost === null ? "" : ` ($${cost.toFixed(2)})`;
    return { runBy: program, says: `${name}, its trial run succeeded${spent}` };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function reviewerBy(program: Program): Reviewer | undefined {
  const loaded = loadPolicy({ agentReviewers: program });
  if (!loaded.ok) return undefined;
  const reviewer = loaded.policy.reviewers.find(({ adapter }) => adapter === program);
  return reviewer && { ...reviewer, budgetUsd: TRIAL_USD };
}
