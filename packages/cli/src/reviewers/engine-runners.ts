import { join } from "node:path";
import {
  createReviewerRunners,
  createSandboxedProcessRunner,
  readReviewerAccess,
} from "@countersign/adapters";
import type { Reviewer } from "@countersign/core";
import type { ReviewerRunners, ReviewerState } from "@countersign/engine";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { engineEnvironment } from "../local-engine/settings/engine-environment.ts";
import {
  readConfirmedPrograms,
  readEngineSettings,
} from "../local-engine/settings/engine-settings.ts";
import { findOwnerCertificates } from "../local-engine/settings/owner-certificates.ts";

/** The file with the keys and addresses of the local engine's reviewers. */
export function accessFile({ directory }: Pick<EngineFiles, "directory">): string {
  return join(directory, "reviewers.json");
}

/** Runners as the local engine makes them: with its environment, its keys and its confirmed programs. */
export async function engineRunners(files: EngineFiles): Promise<ReviewerRunners> {
  const { environment = {} } = await readEngineSettings(files.settings);
  const engine = engineEnvironment(files.directory, environment);
  return createReviewerRunners({
    processes: createSandboxedProcessRunner(),
    environment: engine,
    access: await readReviewerAccess(accessFile(files)),
    withoutKey: "asked",
    pins: () => readConfirmedPrograms(files.settings),
    certificates: () => findOwnerCertificates(engine),
  });
}

const PROGRAMS: ReadonlySet<string> = new Set(["builtin", "check"]);

/** Tells whether the engine runs a reviewer without an agent: a built-in check, or a command of the project. */
export function isProgram({ adapter }: Pick<Reviewer, "adapter">): boolean {
  return PROGRAMS.has(adapter);
}

/** How a program that can review is named to people. */
export function programText(
  adapter: string,
  { version, personalLogin }: Extract<ReviewerState, { ok: true }>,
): string {
  return `${adapter} ${version}`.trim() + (personalLogin === true ? " with your own login" : "");
}

/** Whether the engine can ask a reviewer now; null if no runner for its adapter is set up. */
export async function reviewerState(
  reviewer: Reviewer,
  runners: ReviewerRunners,
): Promise<ReviewerState | null> {
  const runner = new Map(Object.entries(runners)).get(reviewer.adapter);
  return runner === undefined ? null : await runner.state(reviewer);
}
