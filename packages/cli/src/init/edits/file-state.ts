import { isUtf8 } from "node:buffer";
import { constants, type Stats } from "node:fs";
import { access, lstat, readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** What lies at a path: nothing, a file that may be edited, or something that is left alone. */
export type FileState =
  | { is: "absent"; folders: string[] }
  | { is: "file"; text: string; mode: number }
  | { is: "left"; why: string };

const MAX_BYTES = 16 * 1_048_576;
const OWNER_MAY_WRITE = 0o200;

/**
 * Reads the state of a file below a folder without following any link on the path: a link may lead to a file that
 * init must not edit.
 */
export async function readFileState(path: string, within: string): Promise<FileState> {
  const way = await walkTo(path, within);
  if ("is" in way) return way;
  const found = await lstat(path).catch(() => null);
  if (found !== null) return await existing(path, found);
  const parent = dirname(way.folders[0] ?? path);
  if ((await lstat(parent).catch(() => null)) === null) return left("its folder is gone");
  return (await isWritable(parent)) ? { is: "absent", ...way } : left("its folder is read-only");
}

/** The folders that are missing on the way, or why it is not gone. */
async function walkTo(path: string, within: string): Promise<{ folders: string[] } | FileState> {
  const steps = relative(within, path).split(sep);
  const folders: string[] = [];
  for (let count = 1; count < steps.length; count += 1) {
    const folder = join(within, ...steps.slice(0, count));
    const found = await lstat(folder).catch(() => null);
    if (found === null) folders.push(folder);
    else if (found.isSymbolicLink()) return left("lies behind a link");
    else if (!found.isDirectory()) return left("lies below a file");
  }
  return { folders };
}

async function existing(path: string, found: Stats): Promise<FileState> {
  if (found.isSymbolicLink()) return left("is a link");
  if (!found.isFile()) return left("is no file");
  if (found.nlink > 1) return left("is one file under several names");
  if (!(await isWritable(path))) return left("is read-only");
  if (found.size > MAX_BYTES) return left("is larger than 16 MB");
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) return left("is not UTF-8");
  return { is: "file", text: bytes.toString("utf8"), mode: found.mode & 0o7777 };
}

/** Root may write everything; what its owner has closed stays closed. */
async function isWritable(path: string): Promise<boolean> {
  const mode = (await lstat(path).catch(() => null))?.mode ?? 0;
  if ((mode & OWNER_MAY_WRITE) === 0) return false;
  return await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

function left(why: string): FileState {
  return { is: "left", why };
}
