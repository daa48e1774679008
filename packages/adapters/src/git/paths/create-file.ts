import { closeSync, constants, fsync, open, writeFileSync } from "node:fs";
import { promisify } from "node:util";

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/*
 * Asynchronous, unlike the other calls: both wait for the disk. A new file changes its folder, and the file system lets
 * nothing change a folder while an earlier change of it is being written.
 */
const openNew = promisify(open);
const toDisk = promisify(fsync);

/** Creates a file with its content on the disk. Fails if the path exists. */
export async function createFile(
  path: string | Buffer,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const file = await openNew(path, FLAGS, mode);
  try {
    writeFileSync(file, content);
    await toDisk(file);
  } finally {
    closeSync(file);
  }
}
