import { ensureEngine, type Launch } from "./ensure-engine.ts";
import { findEngine } from "./find-engine.ts";
import { type RunFile, readRunFile } from "./run-file.ts";

/**
 * The running engine; one that died is started again. Null where a person has stopped it: an engine that ends in
 * order removes its file, one that dies leaves it.
 */
export async function reviveEngine(launch: Launch): Promise<RunFile | null> {
  const running = await findEngine(launch.files);
  if (running !== null) return running;
  const left = await readRunFile(launch.files.run);
  return left === null || isAlive(left.pid) ? null : await ensureEngine(launch);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
