import { askedReviewers, PolicyFile, type Reviewer } from "@countersign/core";
import type { ReviewerRunners } from "@countersign/engine";
import { z } from "zod";
import { openSession } from "../client/open-session.ts";
import { knownRepository } from "../client/repository-here.ts";
import type { CommandContext } from "../command/context.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { failureOf } from "../output/failure.ts";
import {
  accessFile,
  engineRunners,
  isProgram,
  programText,
  reviewerState,
} from "../reviewers/engine-runners.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type Diagnosis, reportFine, reportProblem, reportWarning } from "./diagnosis.ts";

/** Whether the local engine can run every agent that the policy in force asks. */
export async function checkReviewers(context: CommandContext): Promise<Diagnosis[]> {
  if (context.server !== null) return [];
  const files = localFiles(context.env);
  const file = accessFile(files);
  try {
    const asked = await askedAgents(context);
    if (asked.length === 0) return [];
    const runners = await engineRunners(files);
    return await Promise.all(asked.map((reviewer) => checkReviewer(reviewer, runners, file)));
  } catch (error) {
    const { message, hint } = failureOf(error);
    return [reportProblem("reviewers", message, hint ?? `Correct ${file}`)];
  }
}

const AskingKeys = z.object(
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
  const { reviewers = [], policies = [], panel, gaps } = AskingKeys.parse(policy);
  const asked = askedReviewers({ reviewers, policies, panel, gaps });
  return reviewers.filter((one) => asked.has(one.id) && !isProgram(one));
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
  const state = await reviewerState(reviewer, runners);
  if (state === null) return reportWarning(about, `${adapter} is not set up`, `Add it to ${file}`);
  if (state.ok) return reportFine(about, programText(adapter, state));
  const provider = KEYS[adapter];
  const isKey = state.reason.startsWith("There is no key");
  const fix =
    isKey && provider !== undefined
      ? `Add "models": { "${provider}": { "apiKey": "…" } } to ${file} (chmod 600); no restart is needed`
      : state.hint;
  return reportWarning(about, `${state.reason}; tasks that need it are held`, fix);
}
