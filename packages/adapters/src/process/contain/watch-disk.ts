import { statfs } from "node:fs/promises";

/** How much of its disk a command may take; what others take meanwhile counts too. */
export type DiskLimits = { bytes: number; files: number };

export const DISK_LIMITS: DiskLimits = { bytes: 16 * 1024 ** 3, files: 2_000_000 };

/**
 * Measures from now on how much of the disk below a directory is taken, and says whether that is too much.
 *
 * The file system is asked, not the directory: walking a tree while a command fills it takes longer than
 * filling it. File systems that make room for names as they need it do not count files.
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
