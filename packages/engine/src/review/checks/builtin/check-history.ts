import { type Content, findSecrets, oneLine, redactSecrets } from "@countersign/core";
import type { ChangeHistory, HiddenFile, Mirror } from "../../../ports/mirror.ts";
import type { CheckFinding } from "../findings/check-result.ts";
import { revokeAdvice } from "./revoke-advice.ts";
import { EXPECTED_BINARY } from "./unshown-findings.ts";
import type { BuiltinCheckPolicy } from "./view-change.ts";

const MAX_QUOTED = 300;
const SHORT_ID = 12;
const LOOKED_AT = 8_000;

/** Findings of a built-in check in the commits of a change. */
export type HistoryFindings = { findings: CheckFinding[]; note: string; isCut: boolean };

const NOTHING: HistoryFindings = { findings: [], note: "", isCut: false };

const REWRITE =
  "Rewrite the branch without it, or merge with the strategy squash: removing it in a later commit leaves it in the history.";

/**
 * Reports credentials, binary files and large files in commits that the final tree does not show.
 *
 * A squash merge keeps no commit, so there is nothing to check. Commits that could not be read become a finding,
 * and a person decides.
 */
export async function checkHistory(
  check: string,
  mirror: Pick<Mirror, "readHistory">,
  content: Content,
  { merge }: Pick<BuiltinCheckPolicy, "merge">,
): Promise<HistoryFindings> {
  if (merge.strategy === "squash" || (check !== "secrets" && check !== "integrity")) return NOTHING;
  const history = await mirror.readHistory(content);
  const found =
    check === "secrets"
      ? [...history.hidden.flatMap(secretsIn), ...history.messages.flatMap(secretsInMessage)]
      : history.hidden.flatMap(unreadable);
  const cut = history.cut === null ? [] : [cutShort(check, history.cut)];
  return { findings: [...cut, ...found], note: historyNote(history), isCut: cut.length > 0 };
}

/** Describes how many commits contain content that the final tree lacks. */
function historyNote({ commits, hidden }: ChangeHistory): string {
  const some = new Set(hidden.map(({ commit }) => commit)).size;
  if (some === 0) return "";
  return ` ${commits} commits, ${some} of them with files that the result does not contain.`;
}

function secretsIn({ commit, path, bytes, before }: HiddenFile): CheckFinding[] {
  if (bytes === null) return [];
  const known = new Set(before === null ? [] : decodeText(before).split("\n"));
  const lines = decodeText(bytes).split("\n");
  return lines.flatMap((line, at) =>
    known.has(line)
      ? []
      : kindsIn(line).map((what) => ({
          severity: "critical" as const,
          category: "secrets",
          file: path,
          quote: oneLine(redactSecrets(line), MAX_QUOTED),
          message: `Commit ${short(commit)} holds what looks like a credential in line ${at + 1}: ${what}. The result does not show it, and the merge would keep it.`,
          recommendation: `${revokeAdvice(what)} ${REWRITE}`,
        })),
  );
}

/** Skips the first line of a message, which is checked with the change. */
function secretsInMessage({ commit, text }: ChangeHistory["messages"][number]): CheckFinding[] {
  const body = text.slice(text.indexOf("\n\n") + 1);
  return (text.includes("\n\n") ? kindsIn(body) : []).map((what) => ({
    severity: "critical",
    category: "secrets",
    message: `The message of commit ${short(commit)} holds what looks like a credential: ${what}.`,
    recommendation: `${revokeAdvice(what)} ${REWRITE}`,
  }));
}

function unreadable({ commit, path, size, bytes }: HiddenFile): CheckFinding[] {
  const isBinary = bytes?.subarray(0, LOOKED_AT).includes(0) ?? false;
  if (bytes !== null && !isBinary) return [];
  const what = bytes === null ? `a file of ${size} bytes` : `binary content of ${size} bytes`;
  return [
    {
      severity: bytes !== null && EXPECTED_BINARY.test(path) ? "warning" : "major",
      category: "integrity",
      file: path,
      message: `Commit ${short(commit)} holds ${what}. The result does not show it, and the merge would keep it.`,
      recommendation: REWRITE,
    },
  ];
}

function cutShort(category: string, why: string): CheckFinding {
  return {
    severity: "major",
    category,
    message: `${why}, so the history was not looked at in full. A person must decide.`,
    recommendation:
      "Look at the commits yourself, submit fewer, or merge with the strategy squash.",
  };
}

function kindsIn(text: string): string[] {
  return [...new Set(findSecrets(text).map(({ what }) => what))];
}

function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

function short(commit: string): string {
  return commit.slice(0, SHORT_ID);
}
