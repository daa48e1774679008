import { readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { matchProcess, PROCESS_NAME, processName } from "../processes/process-identity.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { matchPostmaster, readPostmasterFile } from "./postmaster-file.ts";
import { stopServer } from "./server-programs.ts";
import { readAccess } from "./solo-access.ts";
import { isServing } from "./solo-identity.ts";

/** Earlier releases named the process by its pid alone. */
const MAKER = new RegExp(`^(${PROCESS_NAME}|[0-9]{1,10})-[0-9a-f]{12}$`);

/** Names a cluster under construction after the process that creates it. */
export function draftName(cluster: string, random: string): string {
  return `${cluster}.${processName()}-${random}`;
}

/**
 * Removes unfinished clusters whose creating process was killed, and stops their servers.
 *
 * If a server cannot prove that it belongs to the draft, it is left running and its directory is kept.
 */
export async function clearDrafts(
  binaries: PostgresBinaries,
  cluster: string,
  ofThisProcess: ReadonlySet<string>,
): Promise<void> {
  const folder = dirname(cluster);
  const prefix = `${basename(cluster)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    const [, maker] = (name.startsWith(prefix) && MAKER.exec(name.slice(prefix.length))) || [];
    if (maker === undefined) continue;
    const draft = join(folder, name);
    const isAtWork =
      maker === processName() ? ofThisProcess.has(draft) : await isMakerRunning(maker, draft);
    if (isAtWork || !(await endServer(binaries, draft))) continue;
    await rm(draft, { recursive: true, force: true }).catch(() => undefined); // the next start tries again
  }
}

async function isMakerRunning(maker: string, draft: string): Promise<boolean> {
  const made = await stat(draft).catch(() => null);
  return matchProcess(maker, made?.mtimeMs) !== "gone";
}

/** Returns true when no server runs on the draft any more. */
async function endServer(binaries: PostgresBinaries, draft: string): Promise<boolean> {
  const file = await readPostmasterFile(draft);
  if (file === null || matchPostmaster(file) === "gone") return true;
  const access = await readAccess(draft).catch(() => null);
  if (access !== null && (await isServing(draft, { ...access, port: file.port }))) {
    await stopServer(binaries, draft);
    return true;
  }
  return matchPostmaster(file) === "other";
}
