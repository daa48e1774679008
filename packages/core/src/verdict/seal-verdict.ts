import { type DigestText, digestOf } from "../kernel/digest.ts";
import type { Verdict } from "./schema.ts";

/** Completes a verdict with its digest. An older digest among the fields is ignored. */
export function sealVerdict(fields: Omit<Verdict, "digest">): Verdict {
  return { ...fields, digest: digestOf({ ...fields, digest: undefined }) };
}

/** Returns one digest for a set of verdicts in any order. */
export function verdictsDigest(verdicts: readonly Pick<Verdict, "digest">[]): DigestText {
  return digestOf(verdicts.map(({ digest }) => digest).sort());
}
