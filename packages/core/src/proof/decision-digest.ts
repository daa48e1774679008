import type { Decision, Reason } from "../decision/schema.ts";
import { type DigestText, digestOf } from "../kernel/digest.ts";

/**
 * Returns the digest of a decision as a proof names it: without the sentences that say why a reviewer did not see the
 * whole change, which are the only texts of a decision.
 */
export function decisionDigest(decision: Decision): DigestText {
  return digestOf({ ...decision, reasons: decision.reasons.map(withoutSentences) });
}

function withoutSentences(reason: Reason): Reason {
  if (reason.row !== "not_shown_whole") return reason;
  const { why: _why, ...inputs } = reason.inputs;
  return { ...reason, inputs };
}
