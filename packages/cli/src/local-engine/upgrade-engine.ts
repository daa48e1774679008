import { join } from "node:path";
import { openDatabase } from "@countersign/engine";
import { databaseSettings } from "../compose.ts";
import type { Environment } from "../context.ts";
import { VERSION } from "../version.ts";
import { backUp } from "./back-up.ts";
import type { EngineFiles } from "./engine-files.ts";
import { takePlace } from "./engine-place.ts";
import { stopEngine } from "./stop-engine.ts";

/** Stops the engine, backs up what it has, and brings its database to this release. */
export async function upgradeEngine(
  files: EngineFiles,
  env: Environment,
  now = new Date(),
): Promise<{ backup: string; bytes: number }> {
  await stopEngine(files);
  const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
  const name = `before-${VERSION}-${stamp}.jsonl`;
  const { file, bytes } = await backUp(files, env, join(files.directory, "backups", name));
  const leave = await takePlace(files.place);
  try {
    const { directory } = files;
    const database = await openDatabase(databaseSettings({ directory, env }));
    await database.close();
  } finally {
    await leave();
  }
  return { backup: file, bytes };
}
