import { exportBackup, saveBackup, visitDatabase } from "@countersign/engine";
import { acquireEngineLock, findEngineLockHolder } from "../local-engine/engine-lock.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import type { Environment } from "../runtime/environment.ts";
import { VERSION } from "../runtime/version.ts";
import { databaseSettings, LOCAL_ORG } from "./compose-engine.ts";

/** Writes everything that is stored to a new file, beside a running engine or without one. */
export async function backUpEngine(
  { directory, place }: EngineFiles,
  env: Environment,
  file: string,
): Promise<{ file: string; bytes: number }> {
  const isRunning = (await findEngineLockHolder(place)) !== null;
  const leave = isRunning ? async () => undefined : await acquireEngineLock(place);
  try {
    const { pool, close } = await visitDatabase(databaseSettings({ directory, env }));
    try {
      const lines = exportBackup({ pool, orgs: [LOCAL_ORG], version: VERSION });
      return { file, bytes: await saveBackup(file, lines) };
    } finally {
      await close();
    }
  } finally {
    await leave();
  }
}
