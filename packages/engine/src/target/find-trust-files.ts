import { type Round, TRUST_ADVICE, trustFileChanges } from "@countersign/core";

/** Returns the trust files that the work of a round changes. Work that changes one is never merged. */
export function findTrustFiles({ facts }: Pick<Round, "facts">): string[] {
  return facts === null ? [] : trustFileChanges(facts);
}

/** Explains why work with these files is not merged, and what to do instead. */
export function trustFilesText(files: readonly string[]): string {
  return `The work changes ${files.slice(0, 5).join(", ")}, which no task may change. ${TRUST_ADVICE}`;
}
