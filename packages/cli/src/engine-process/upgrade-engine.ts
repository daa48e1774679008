import { join } from "node:path";
import { openDatabase } from "@countersign/engine";
import { acquireEngineLock } from "../local-engine/engine-lock.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { stopEngine } from "../local-engine/stop-engine.ts";
import type { Environment } from "../runtime/environment.ts";
import { VERSION } from "../runtime/version.ts";
import { backUpEngine } from "./back-up-engine.ts";
import { databaseSettings } from "./compose-engine.ts";

/** Stops the engine, backs up what it has, and brings its database to this release. */
export async function upgradeEngine(
  files: EngineFiles,
  env: Environment,
  now = new Date(),
): Promise<{ backup: string; bytes: number }> {
  await stopEngine(files);
  const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
  const name = `before-${VERSION}-${stamp}.jsonl`;
  const { file, bytes } = await backUpEngine(files, env, join(files.directory, "backups", name));
  const leave = await acquireEngineLock(files.place);
  try {
    const { directory } = files;
    const database = await openDatabase(databaseSettings({ directory, env }));
    await database.close();
  } finally {
    await leave();
  }
  return { backup: file, bytes };
}
