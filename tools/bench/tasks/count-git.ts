import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findGit } from "../../../packages/adapters/src/git/program/git-settings.ts";

export type CountingGit = {
  /** The absolute path of a program that counts itself and becomes git. */
  path: string;
  count(): number;
};

/**
 * Creates a program that counts its starts, by whichever process, and then becomes git. The extra shell costs
 * about a millisecond per git process.
 */
export function createCountingGit(directory: string): CountingGit {
  const path = join(directory, "git");
  const starts = join(directory, "git-starts");
  writeFileSync(starts, "");
  writeFileSync(path, `#!/bin/sh\nprintf . >> '${starts}'\nexec '${findGit(undefined)}' "$@"\n`);
  chmodSync(path, 0o755);
  return { path, count: () => statSync(starts).size };
}
