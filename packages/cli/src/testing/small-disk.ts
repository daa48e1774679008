import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** A folder that may be a file system of its own, small enough to be filled. */
export type SmallDisk = {
  folder: string;
  /** False where this account may not mount one: then it is an ordinary folder. */
  canBeFilled: boolean;
  /** Takes every free byte; answers with how to give them back. */
  fill(): () => void;
  remove(): void;
};

const MEGABYTES = 260;
const BLOCK = Buffer.alloc(4_096, 1);

export async function openSmallDisk(folder: string): Promise<SmallDisk> {
  await mkdir(folder);
  const canBeFilled = mount(folder);
  return {
    folder,
    canBeFilled,
    fill: () => fill(join(folder, "filler")),
    remove: () => {
      if (canBeFilled) execFileSync("umount", ["--lazy", folder]);
    },
  };
}

function mount(folder: string): boolean {
  try {
    const options = `size=${MEGABYTES}m,mode=0755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function fill(path: string): () => void {
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}
