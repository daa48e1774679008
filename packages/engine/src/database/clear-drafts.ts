import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { isAlive } from "./is-alive.ts";
import { stopServer } from "./server-programs.ts";
import { readAccess } from "./solo-access.ts";
import { isServing, readLockFile } from "./solo-identity.ts";

const MAKER = /^([0-9]{1,10})-[0-9a-f]{12}$/;

/** A name for a cluster in the making that says which process makes it. */
export function draftName(cluster: string, random: string): string {
  return `${cluster}.${process.pid}-${random}`;
}

/**
 * Removes clusters whose makers were killed, and ends the servers that still run over them.
 *
 * A server that does not show that it is the draft's own is left alone, and its directory with it.
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
    const pid = Number(maker);
    const isAtWork = pid === process.pid ? ofThisProcess.has(draft) : isAlive(pid);
    if (isAtWork || !(await endServer(binaries, draft))) continue;
    await rm(draft, { recursive: true, force: true }).catch(() => undefined); // the next start tries again
  }
}

/** Whether nothing runs over a draft any more. */
async function endServer(binaries: PostgresBinaries, draft: string): Promise<boolean> {
  const lock = await readLockFile(draft);
  if (lock === null || !isAlive(lock.pid)) return true;
  const access = await readAccess(draft).catch(() => null);
  if (access === null || !(await isServing(draft, { ...access, port: lock.port }))) return false;
  await stopServer(binaries, draft);
  return true;
}
