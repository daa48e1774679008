import { findEngineLockHolder } from "./engine-lock.ts";
import { type EngineLaunch, ensureEngine } from "./ensure-engine.ts";
import { type RunFile, readRunFile } from "./files/run-file.ts";
import { findEngine } from "./find-engine.ts";

/**
 * The running engine; one that died is started again. Null where a person has stopped it: an engine that ends in
 * order removes its file, one that dies leaves it.
 */
export async function reviveEngine(launch: EngineLaunch): Promise<RunFile | null> {
  const { files } = launch;
  const running = await findEngine(files);
  if (running !== null) return running;
  const hasDied =
    (await readRunFile(files.run)) !== null && (await findEngineLockHolder(files.place)) === null;
  return hasDied ? await ensureEngine(launch) : null;
}
