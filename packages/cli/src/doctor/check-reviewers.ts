import { join } from "node:path";
import {
  createReviewerRunners,
  createSandboxedProcessRunner,
  readReviewerAccess,
} from "@countersign/adapters";
import { askedReviewers, PolicyFile, type Reviewer } from "@countersign/core";
import type { ReviewerRunners } from "@countersign/engine";
import { z } from "zod";
import { openSession } from "../client/open-session.ts";
import { knownRepository } from "../client/repository-here.ts";
import type { CommandContext } from "../context.ts";
import { engineEnvironment } from "../local-engine/engine-environment.ts";
import type { EngineFiles } from "../local-engine/engine-files.ts";
import { confirmedPrograms, readEngineSettings } from "../local-engine/engine-settings.ts";
import { localFiles } from "../local-engine/local-files.ts";
import { failureOf } from "../output/failure.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type Diagnosis, fine, warn, wrong } from "./diagnosis.ts";

/** Whether the local engine can run every agent that the policy in force asks. */
export async function checkReviewers(context: CommandContext): Promise<Diagnosis[]> {
  if (context.server !== null) return [];
  const files = localFiles(context.env);
  const file = join(files.directory, "reviewers.json");
  try {
    const asked = await askedAgents(context);
    if (asked.length === 0) return [];
    const runners = await engineRunners(files, file);
    return await Promise.all(asked.map((reviewer) => checkReviewer(reviewer, runners, file)));
  } catch (error) {
    const { message, hint } = failureOf(error);
    return [wrong("reviewers", message, hint ?? `Correct ${file}`)];
  }
}

const Asked = z.object(
  PolicyFile.pick({ reviewers: true, policies: true, panel: true, gaps: true }).shape,
);

/** The agents that the accepted policy of this repository asks; none where there is no policy. */
async function askedAgents(context: CommandContext): Promise<Reviewer[]> {
  const place = await findWorkplace(context.directory).catch(() => null);
  if (place === null) return [];
  const session = await openSession(context);
  const line = await knownRepository(session, place);
  if (line === null || line.problem !== null) return [];
  const { policy } = await session.client.readPolicy({ repo: line.id });
  const { reviewers = [], policies = [], panel, gaps } = Asked.parse(policy);
  const asked = askedReviewers({ reviewers, policies, panel, gaps });
  return reviewers.filter(({ id, adapter }) => asked.has(id) && !PROGRAMS.has(adapter));
}

const PROGRAMS: ReadonlySet<string> = new Set(["builtin", "check"]);

/** Runners as the engine makes them: with its environment, its keys and its confirmed programs. */
async function engineRunners(files: EngineFiles, file: string): Promise<ReviewerRunners> {
  const { environment = {} } = await readEngineSettings(files.settings);
  return createReviewerRunners({
    processes: createSandboxedProcessRunner(),
    environment: engineEnvironment(files.directory, environment),
    access: await readReviewerAccess(file),
    withoutKey: "asked",
    pins: () => confirmedPrograms(files.settings),
  });
}

/** Providers by adapter, as reviewers.json names them. */
const KEYS: Readonly<Record<string, string>> = {
  claude: "anthropic",
  codex: "openai",
  gemini: "google",
  opencode: "openai",
};

async function checkReviewer(
  reviewer: Reviewer,
  runners: ReviewerRunners,
  file: string,
): Promise<Diagnosis> {
  const { id, adapter } = reviewer;
  const about = `reviewer ${id}`;
  const runner = PROGRAMS.has(adapter) ? undefined : new Map(Object.entries(runners)).get(adapter);
  if (runner === undefined) return warn(about, `${adapter} is not set up`, `Add it to ${file}`);
  const state = await runner.state(reviewer);
  if (state.ok) return fine(about, `${adapter} ${state.version}`.trim());
  const provider = KEYS[adapter];
  const isKey = state.reason.startsWith("There is no key");
  const fix =
    isKey && provider !== undefined
      ? `Add "models": { "${provider}": { "apiKey": "…" } } to ${file} (chmod 600); no restart is needed`
      : state.hint;
  return warn(about, `${state.reason}; tasks that need it are held`, fix);
}
