import { findSecrets, oneLine, type RawChange, redactSecrets } from "@countersign/core";
import type { ShownDiff } from "../../../ports/shown-diff.ts";
import { addedLines } from "../findings/added-lines.ts";
import type { CheckFinding } from "../findings/check-result.ts";
import { revokeAdvice } from "./revoke-advice.ts";

const MAX_QUOTED = 300;
const SHORT_ID = 12;

const READ_FROM_STORE =
  "Create a new one, and read it from an environment variable or a secret store.";

/** Reports credentials in added lines. No message repeats one. */
export function checkSecrets(
  { commits }: Pick<RawChange, "commits">,
  { files }: Pick<ShownDiff, "files">,
): CheckFinding[] {
  return [...files.flatMap(inFile), ...commits.flatMap(inMessage)];
}

function inFile({ path, patch }: ShownDiff["files"][number]): CheckFinding[] {
  const findings: CheckFinding[] = [];
  for (const { number, text } of addedLines(patch)) {
    for (const what of kindsIn(text)) {
      findings.push({
        severity: "critical",
        category: "secrets",
        file: path,
        line: number,
        quote: oneLine(redactSecrets(text), MAX_QUOTED),
        message: `The line holds what looks like a credential: ${what}.`,
        recommendation: `${revokeAdvice(what)} ${READ_FROM_STORE}`,
      });
    }
  }
  return findings;
}

function inMessage({ id, subject }: RawChange["commits"][number]): CheckFinding[] {
  return kindsIn(subject).map((what) => ({
    severity: "critical",
    category: "secrets",
    message: `The message of commit ${id.slice(0, SHORT_ID)} holds what looks like a credential: ${what}.`,
    recommendation: `${revokeAdvice(what)} ${READ_FROM_STORE}`,
  }));
}

function kindsIn(text: string): string[] {
  return [...new Set(findSecrets(text).map(({ what }) => what))];
}
