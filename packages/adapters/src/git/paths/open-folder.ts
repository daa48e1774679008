import { constants, existsSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { CountersignError } from "@countersign/core";
import { type BytePath, pathBytes } from "./byte-path.ts";

/** Paths of open folders, where the system has them. A path below one cannot be redirected. */
const OPEN_FOLDERS = "/proc/self/fd";
const PINS = existsSync(OPEN_FOLDERS);

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Returns the path of a name in the open folder. */
type At = (name: BytePath) => Buffer;

type Step = { handle: FileHandle; path: Buffer };

/**
 * Works in a folder below a root, reached step by step through real folders only.
 *
 * Other processes may write below the root. Returns null if the folder is missing and must not be
 * created, or if a link or file has its name.
 */
export async function withFolder<T>(
  root: string,
  { folder, make }: { folder: BytePath; make: boolean },
  work: (at: At) => Promise<T>,
): Promise<T | null> {
  let step: Step | null = await enter(Buffer.from(root), false);
  for (const name of folder === "" ? [] : folder.split("/")) {
    if (step === null) return null;
    const above: Step = step;
    step = await enter(below(above)(name), make).finally(() => above.handle.close());
  }
  if (step === null) return null;
  try {
    return await work(below(step));
  } finally {
    await step.handle.close();
  }
}

function below({ handle, path }: Step): At {
  const here = PINS ? Buffer.from(`${OPEN_FOLDERS}/${handle.fd}`) : path;
  return (name) => Buffer.concat([here, Buffer.from("/"), pathBytes(name)]);
}

/** Opens a folder. Creates it only after opening has failed, because most exist. */
async function enter(path: Buffer, make: boolean): Promise<Step | null> {
  const found = await open(path, FLAGS).catch(notEntered);
  if (found !== null || !make) return found === null ? null : { handle: found, path };
  await mkdir(path).catch(present);
  const handle = await open(path, FLAGS).catch(notEntered);
  if (handle === null) {
    throw new CountersignError("invalid_input", "A file or link has the name of a required folder");
  }
  return { handle, path };
}

function present(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

function notEntered(error: NodeJS.ErrnoException): null {
  if (["ENOENT", "ENOTDIR", "ELOOP"].includes(error.code ?? "")) return null;
  throw error;
}
