import { closeSync, constants, existsSync, mkdirSync, openSync } from "node:fs";
import { CountersignError } from "@countersign/core";
import { type BytePath, pathBytes } from "./byte-path.ts";

/** Paths of open folders, where the system has them. A path below one cannot be redirected. */
const OPEN_FOLDERS = "/proc/self/fd";
const PINS = existsSync(OPEN_FOLDERS);

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Returns the path of a name in the open folder. */
type At = (name: BytePath) => Buffer;

type Step = { file: number; path: Buffer };

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
  let step: Step | null = enter(Buffer.from(root), false);
  for (const name of folder === "" ? [] : folder.split("/")) {
    if (step === null) return null;
    const above: Step = step;
    try {
      step = enter(below(above)(name), make);
    } finally {
      closeSync(above.file);
    }
  }
  if (step === null) return null;
  try {
    return await work(below(step));
  } finally {
    closeSync(step.file);
  }
}

function below({ file, path }: Step): At {
  const here = PINS ? Buffer.from(`${OPEN_FOLDERS}/${file}`) : path;
  return (name) => Buffer.concat([here, Buffer.from("/"), pathBytes(name)]);
}

/** Opens a folder. Creates it only after opening has failed, because most exist. */
function enter(path: Buffer, make: boolean): Step | null {
  const found = openFolder(path);
  if (found !== null || !make) return found === null ? null : { file: found, path };
  makeFolder(path);
  const file = openFolder(path);
  if (file === null) {
    throw new CountersignError("invalid_input", "A file or link has the name of a required folder");
  }
  return { file, path };
}

function openFolder(path: Buffer): number | null {
  try {
    return openSync(path, FLAGS);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error))) return null;
    throw error;
  }
}

function makeFolder(path: Buffer): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
