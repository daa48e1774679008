import { constants, type Dirent, type Stats } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";

/** Shares the bytes where the disk can, and never writes over anything. */
const COPY = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

/**
 * Copies what is not there yet: directories, files and links. What is there stays as it is, and no link
 * is followed on either side.
 *
 * Each copy is a file of its own: a command that writes into one must never reach another.
 */
export async function copyMissing(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(from, entry.name);
      const target = join(to, entry.name);
      const there = await statOf(target);
      if (there === null) await copyEntry(entry, source, target);
      else if (entry.isDirectory() && there.isDirectory()) await copyMissing(source, target);
    }),
  );
}

async function copyEntry(entry: Dirent, source: string, target: string): Promise<void> {
  if (entry.isFile()) await copyFile(source, target, COPY);
  else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
  else if (entry.isDirectory()) await copyDirectory(source, target);
}

/** Nothing can be there in a directory that was just made. */
async function copyDirectory(source: string, target: string): Promise<void> {
  await mkdir(target);
  const entries = await readdir(source, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => copyEntry(entry, join(source, entry.name), join(target, entry.name))),
  );
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch {
    return null;
  }
}
