import { tmpdir } from "node:os";
import { findGit } from "./git-settings.ts";
import { readVersion } from "./mirror-directory.ts";

/** Returns the version of the git that the mirror uses; null if there is none. */
export async function gitVersion(git?: string): Promise<string | null> {
  try {
    const settings = { binary: findGit(git), home: tmpdir(), timeoutMs: 5_000 };
    return (await readVersion(settings)) || null;
  } catch {
    return null;
  }
}
