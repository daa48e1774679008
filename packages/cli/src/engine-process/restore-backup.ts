import { mkdir } from "node:fs/promises";
import {
  createEffectQueue,
  importBackup,
  openDatabase,
  type RestoreResult,
  readBackup,
} from "@countersign/engine";
import { acquireEngineLock } from "../local-engine/engine-lock.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import type { Environment } from "../runtime/environment.ts";
import { databaseSettings, requireWorkerUrl } from "./compose-engine.ts";

/** Reads a backup into the empty database of an engine that does not run. */
export async function restoreBackup(
  { directory, place }: EngineFiles,
  env: Environment,
  file: string,
): Promise<RestoreResult> {
  await mkdir(directory, { recursive: true });
  const leave = await acquireEngineLock(place);
  try {
    const database = await openDatabase(databaseSettings({ directory, env }));
    try {
      const queue = createEffectQueue({ workerUrl: requireWorkerUrl(database) });
      try {
        return await importBackup({ pool: database.pool, queue }, () => readBackup(file));
      } finally {
        await queue.stop(0);
      }
    } finally {
      await database.close();
    }
  } finally {
    await leave();
  }
}
