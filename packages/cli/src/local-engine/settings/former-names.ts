import { CountersignError } from "@countersign/core";
import type { Environment } from "../../runtime/environment.ts";

/**
 * Release 0.1 needed it beside `DATABASE_URL`, and no project has a use for it. `DATABASE_URL` alone is a project's
 * own and is not read.
 */
export const FORMER_WORKER_NAME = "DATABASE_WORKER_URL";

/** Refuses an environment of release 0.1, so that a team's engine does not start over an empty database of its own. */
export function refuseFormerNames(env: Environment): void {
  const isFormer = (env[FORMER_WORKER_NAME] ?? "") !== "";
  if (!isFormer || (env.COUNTERSIGN_DATABASE_URL ?? "") !== "") return;
  const text = `${FORMER_WORKER_NAME} is set, but not COUNTERSIGN_DATABASE_URL`;
  throw new CountersignError("invalid_input", text, {
    hint: "Rename the variables to COUNTERSIGN_DATABASE_URL, COUNTERSIGN_DATABASE_WORKER_URL and COUNTERSIGN_DATABASE_OWNER_URL",
  });
}

/** The note for an engine that starts with `DATABASE_URL` set; null when it is not set. */
export function formerNameNote(env: Environment): string | null {
  const isFormer = (env.DATABASE_URL ?? "") !== "" && (env.COUNTERSIGN_DATABASE_URL ?? "") === "";
  return isFormer
    ? "DATABASE_URL is not used; to run the engine on your own PostgreSQL, set COUNTERSIGN_DATABASE_URL."
    : null;
}
