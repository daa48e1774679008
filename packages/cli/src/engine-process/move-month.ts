import { CountersignError } from "@countersign/core";
import {
  type ArchiveDeps,
  type ArchiveResult,
  archiveMonth,
  createFileSeals,
  openDatabase,
  restoreMonth,
} from "@countersign/engine";
import { acquireEngineLock } from "../local-engine/engine-lock.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { localActor } from "../local-engine/settings/local-actor.ts";
import type { Environment } from "../runtime/environment.ts";
import { VERSION } from "../runtime/version.ts";
import { databaseSettings, LOCAL_ORG, sharedDirectory } from "./compose-engine.ts";

/** Moves the log of a month to a new file, while this machine's engine does not run. */
export async function archiveEngineMonth(
  files: EngineFiles,
  env: Environment,
  { month, file }: { month: string; file: string },
): Promise<ArchiveResult> {
  return await withDatabase(files, env, (deps) => archiveMonth(deps, month, file));
}

/** Brings the log of an archived month back, while this machine's engine does not run. */
export async function restoreEngineMonth(
  files: EngineFiles,
  env: Environment,
  file: string,
): Promise<ArchiveResult> {
  return await withDatabase(files, env, (deps) => restoreMonth(deps, file));
}

async function withDatabase<Result>(
  { directory, place }: EngineFiles,
  env: Environment,
  work: (deps: ArchiveDeps) => Promise<Result>,
): Promise<Result> {
  const leave = await acquireEngineLock(place);
  try {
    const { pool, ownerUrl, close } = await openDatabase(databaseSettings({ directory, env }));
    try {
      if (ownerUrl === null)
        throw new CountersignError(
          "invalid_input",
          "Only the owner of the tables can move a month",
          {
            hint: "Set COUNTERSIGN_DATABASE_OWNER_URL",
          },
        );
      const seals = createFileSeals(sharedDirectory(directory, env));
      const by = { id: localActor() };
      return await work({ pool, ownerUrl, ...seals, orgs: [LOCAL_ORG], by, version: VERSION });
    } finally {
      await close();
    }
  } finally {
    await leave();
  }
}
