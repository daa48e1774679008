import type { Facts } from "../../content/schema.ts";
import { foldPath } from "../../policy/policy-files.ts";
import { touchedPaths } from "../touched-paths.ts";

/** The files that only a change of trust may write: whose signatures count, and the same for ssh-keygen. */
export const TRUST_FILES = [".countersign/trust.json", ".countersign/allowed_signers"] as const;

/**
 * Returns the paths of a change that could alter the trust files, as some file system sees them. No task may be merged
 * with them: its proof would be contradicted.
 */
export function trustFileChanges(facts: Pick<Facts, "files">): string[] {
  return touchedPaths(facts).filter((path) => {
    const folded = foldPath(path);
    return TRUST_FILES.some(
      (file) => folded === file || folded.startsWith(`${file}/`) || file.startsWith(`${folded}/`),
    );
  });
}

/** What to do instead of editing a trust file. */
export const TRUST_ADVICE =
  "Whose signatures count is changed with countersign trust change, which its owners sign.";
