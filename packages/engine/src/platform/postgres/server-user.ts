import { execFile } from "node:child_process";
import { chmod, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { CountersignError } from "@countersign/core";

const run = promisify(execFile);

const NAME = "postgres";
const OTHERS_MAY_PASS = 0o001;

/** The user that the server runs as, if it cannot be the current one. */
export type ServerUser = { uid: number; gid: number };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns the user for Postgres when we run as root, which Postgres refuses. Creates the user if needed. */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (!isRoot()) return undefined;
  const found = await findUser().catch(() => undefined);
  if (found !== undefined) return found;
  await run("useradd", ["--system", "--user-group", "--shell", "/usr/sbin/nologin", NAME]);
  return findUser();
}

/**
 * Lets other users traverse the data directory, but not list it. A command that needs no engine, such as the gate,
 * may have created it earlier for root alone.
 */
export async function letOthersPass(directory: string): Promise<void> {
  const { mode } = await stat(directory);
  if ((mode & OTHERS_MAY_PASS) === 0) await chmod(directory, (mode & 0o777) | OTHERS_MAY_PASS);
}

/** Requires that other users can traverse the parents of these directories. */
export async function requireOpenParents(...directories: readonly string[]): Promise<void> {
  for (const directory of directories)
    for (let path = directory; path !== dirname(path); path = dirname(path)) {
      const { mode } = await stat(path);
      if ((mode & OTHERS_MAY_PASS) === 0) refuseClosed(path);
    }
}

function refuseClosed(path: string): never {
  throw new CountersignError("invalid_input", `The user ${NAME} cannot access ${path}`, {
    hint: "Run as an ordinary user, or move programs and data (XDG_DATA_HOME) to a directory that other users can access.",
  });
}

async function findUser(): Promise<ServerUser> {
  const [uid, gid] = await Promise.all([run("id", ["-u", NAME]), run("id", ["-g", NAME])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
