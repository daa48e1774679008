import { type DigestText, digestOf } from "../kernel/digest.ts";
import type { Verdict } from "./schema.ts";

/** Completes a verdict with the digest over everything it says; an older digest among the fields says nothing. */
export function sealVerdict(fields: Omit<Verdict, "digest">): Verdict {
  return { ...fields, digest: digestOf({ ...fields, digest: undefined }) };
}

/** One digest for a set of verdicts, whatever order they came in. */
export function verdictsDigest(verdicts: readonly Pick<Verdict, "digest">[]): DigestText {
  return digestOf(verdicts.map(({ digest }) => digest).sort());
}
