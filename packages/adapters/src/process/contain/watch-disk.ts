import { statfs } from "node:fs/promises";

/** The disk space that a command may use. Usage by other processes counts, too. */
export type DiskLimits = { bytes: number; files: number };

export const DISK_LIMITS: DiskLimits = { bytes: 16 * 1024 ** 3, files: 2_000_000 };

/**
 * Measures the growth of disk usage from now on, and reports when it exceeds the limit.
 *
 * Asks the file system, because walking a tree takes longer than filling it. Does not count files
 * on file systems that allocate inodes dynamically.
 */
export async function watchDisk(
  directory: string,
  { bytes, files }: DiskLimits,
): Promise<() => Promise<boolean>> {
  const before = await statfs(directory);
  return async () => {
    const now = await statfs(directory);
    const takenBytes = (before.bfree - now.bfree) * now.bsize;
    return takenBytes > bytes || before.ffree - now.ffree > files;
  };
}
