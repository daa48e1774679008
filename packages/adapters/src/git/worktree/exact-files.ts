import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, open, readlink } from "node:fs/promises";
import { LINK, SUBMODULE, type TreeFile } from "../objects/list-tree.ts";
import { type BytePath, foldersAbove, pathBytes } from "../paths/byte-path.ts";

const EXECUTABLE = "100755";
const CHUNK = 256 * 1024;

/** Returns true if a path of a worktree is exactly a file of a tree. Undefined means no file. */
export type ExactFileTest = (path: BytePath, file: TreeFile | undefined) => Promise<boolean>;

/**
 * Compares files below a directory with trees, by ids computed from their bytes.
 *
 * Converts nothing: a file with other line ends differs. Does not follow links, and treats paths
 * behind a linked folder as missing.
 */
export function exactFilesIn(root: string): ExactFileTest {
  const asked = new Map<BytePath, Promise<boolean>>();
  const isFolder = (folder: BytePath): Promise<boolean> => {
    const answer = asked.get(folder) ?? isFolderAt(root, folder);
    asked.set(folder, answer);
    return answer;
  };
  return async (path, file) => {
    const folders = await Promise.all(foldersAbove(path).map(isFolder));
    const stats = folders.includes(false) ? null : await statsAt(root, path);
    if (file === undefined) return stats === null;
    return await holdsAt(pathBelow(root, path), stats, file);
  };
}

/** Returns the absolute path. Valid only while no parent folder is replaced by a link. */
export function pathBelow(root: string, path: BytePath): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), pathBytes(path)]);
}

/** Returns the file status of a path without following a link; null if it is missing. */
export async function statsAt(root: string, path: BytePath): Promise<Stats | null> {
  return await lstat(pathBelow(root, path)).catch(absent);
}

async function isFolderAt(root: string, folder: BytePath): Promise<boolean> {
  return (await statsAt(root, folder))?.isDirectory() ?? false;
}

async function holdsAt(place: Buffer, stats: Stats | null, file: TreeFile): Promise<boolean> {
  if (file.mode === SUBMODULE) return stats?.isDirectory() ?? false;
  if (stats === null || stats.size !== file.size) return false;
  if (file.mode === LINK) {
    if (!stats.isSymbolicLink()) return false;
    return idOf(await readlink(place, "buffer"), file) === file.id;
  }
  const isExecutable = (stats.mode & 0o100) !== 0;
  if (!stats.isFile() || isExecutable !== (file.mode === EXECUTABLE)) return false;
  return (await hashFile(place, file)) === file.id;
}

async function hashFile(place: Buffer, file: TreeFile): Promise<string | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(place, flags).catch(absent);
  if (handle === null) return null;
  try {
    const hash = startHash(file);
    const chunk = Buffer.alloc(Math.min(CHUNK, file.size + 1));
    let total = 0;
    for (let read = -1; read !== 0 && total <= file.size; total += read) {
      read = (await handle.read(chunk, 0, chunk.length)).bytesRead;
      hash.update(chunk.subarray(0, read));
    }
    return total === file.size ? hash.digest("hex") : null;
  } finally {
    await handle.close();
  }
}

function idOf(bytes: Uint8Array, file: TreeFile): string {
  return startHash(file).update(bytes).digest("hex");
}

/** Starts the hash of a blob id, which covers its length and its bytes. */
function startHash({ id, size }: TreeFile): ReturnType<typeof createHash> {
  return createHash(id.length === 64 ? "sha256" : "sha1").update(`blob ${size}\0`);
}

function absent(error: NodeJS.ErrnoException): null {
  if (["ENOENT", "ENOTDIR", "ELOOP", "ENXIO"].includes(error.code ?? "")) return null;
  throw error;
}
