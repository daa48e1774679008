import { type DigestText, digestOf } from "../kernel/digest.ts";
import type { RawFinding } from "./schema.ts";

/**
 * Identifies the same problem across rounds and reviewers.
 *
 * Line numbers are excluded, because every edit above moves them. Changed code is another problem.
 */
export function fingerprint(
  finding: Pick<RawFinding, "ruleId" | "category" | "file" | "quote" | "message">,
): DigestText {
  const { ruleId, category, file } = finding;
  const quote = squeeze(finding.quote ?? "");
  return digestOf({
    about: ruleId === undefined ? { category } : { ruleId },
    file,
    evidence: quote === "" ? { message: squeeze(finding.message).toLowerCase() } : { quote },
  });
}

/** Removes white space and control characters, so that reformatting changes nothing. */
export function squeeze(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, "");
}
