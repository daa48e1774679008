import { closeSync, constants, fsync, openSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Asynchronous, unlike the other calls, because it waits for the disk. */
const toDisk = promisify(fsync);

/** Creates a file with its content on the disk. Fails if the path exists. */
export async function createFile(
  path: string | Buffer,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const file = openSync(path, FLAGS, mode);
  try {
    writeFileSync(file, content);
    await toDisk(file);
  } finally {
    closeSync(file);
  }
}
