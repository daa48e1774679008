import { randomBytes } from "node:crypto";
import { access, chmod, mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hintsFolder, type LauncherTarget, launcherScript } from "./launcher-script.ts";
import { isTemporaryProgram } from "./temporary-program.ts";

/**
 * The command that agents and git are told to run. Its path is the same for every version; where Node and the
 * program are is written inside.
 */
export function launcherPath(data: string): string {
  return join(data, "bin", "countersign");
}

export type LauncherState = "absent" | "current" | "other" | "broken";

/** Compares the launcher with one that starts `target`; broken means that what it starts is gone. */
export async function readLauncherState(
  data: string,
  target: LauncherTarget,
): Promise<LauncherState> {
  const text = await readFile(launcherPath(data), "utf8").catch(() => null);
  if (text === null) return "absent";
  if (text === launcherScript(data, target)) return "current";
  const words = /^\[ -x (.+) \] && \[ -f (.+) \] && exec /m.exec(text)?.slice(1) ?? [];
  const paths = words.map((word) => word.replaceAll(/^'|'$/g, "").replaceAll("'\\''", "'"));
  const isThere = await Promise.all(paths.map((path) => access(path).then(yes, no)));
  return paths.length === 2 && isThere.every(Boolean) ? "other" : "broken";
}

export async function writeLauncher(data: string, target: LauncherTarget): Promise<void> {
  const path = launcherPath(data);
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, launcherScript(data, target), { flag: "wx" });
  await chmod(draft, 0o755);
  await rename(draft, path);
  await rm(hintsFolder(data), { recursive: true, force: true });
}

/** Lets an existing launcher start `target`: an engine that starts updates the connection of agents to its version. */
export async function refreshLauncher(data: string, target: LauncherTarget): Promise<void> {
  if (isTemporaryProgram(target.program)) return;
  const state = await readLauncherState(data, target);
  if (state === "other" || state === "broken") await writeLauncher(data, target);
}

export async function removeLauncher(data: string): Promise<void> {
  await rm(launcherPath(data), { force: true });
  await rm(hintsFolder(data), { recursive: true, force: true });
  await rmdir(dirname(launcherPath(data))).catch(() => undefined); // holds something else
}

function yes(): boolean {
  return true;
}

function no(): boolean {
  return false;
}
