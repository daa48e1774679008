import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { CountersignError } from "@countersign/core";

const run = promisify(execFile);

const NAME = "postgres";
const OTHERS_MAY_PASS = 0o001;

/** Whom the server runs as, if it cannot be us. */
export type ServerUser = { uid: number; gid: number };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Postgres refuses to run as root; then it gets a user of its own, made if it does not exist. */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (!isRoot()) return undefined;
  const found = await lookUp().catch(() => undefined);
  if (found !== undefined) return found;
  await run("useradd", ["--system", "--user-group", "--shell", "/usr/sbin/nologin", NAME]);
  return lookUp();
}

/** Directories that another user must reach need parents that others may pass. */
export async function requireOpenParents(...directories: readonly string[]): Promise<void> {
  for (const directory of directories)
    for (let path = directory; path !== dirname(path); path = dirname(path)) {
      const { mode } = await stat(path);
      if ((mode & OTHERS_MAY_PASS) === 0) refuseClosed(path);
    }
}

function refuseClosed(path: string): never {
  throw new CountersignError("invalid_input", `${path} is closed to the user ${NAME}`, {
    hint: "Run as an ordinary user, or keep programs and data (XDG_DATA_HOME) where others may pass.",
  });
}

async function lookUp(): Promise<ServerUser> {
  const [uid, gid] = await Promise.all([run("id", ["-u", NAME]), run("id", ["-g", NAME])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
