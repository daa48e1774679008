import type { ForgeMergeOutcome } from "@countersign/engine";

/** A line of `git push --porcelain`: a flag, the names, and a summary. */
const STATUS = /^([ +\-*=!])\t[^\t\n]+\t(.*)$/m;

/** Reasons of a server whose ref moved after it was listed. */
const RACE =
  /stale info|fetch first|non-fast-forward|already exists|cannot lock|failed to (?:lock|update)/;

/**
 * Reads the outcome of pushing one commit to one ref, or of removing it; null if git reported none.
 *
 * `remote` is git's error output, with the lines that the server wrote for people.
 */
export function readPushOutcome(
  output: string,
  remote: string,
  commit: string | null,
): ForgeMergeOutcome | null {
  const [, flag, summary = ""] = STATUS.exec(output) ?? [];
  if (flag === undefined) return null;
  if (flag !== "!") return { outcome: "requested", commit };
  if (summary.startsWith("[remote failure]"))
    return { outcome: "unknown", detail: "The server did not report whether it moved the ref" };
  if (RACE.test(summary)) return { outcome: "head_moved", detail: "The ref has moved" };
  return { outcome: "not_mergeable", detail: refusalText(summary, remote) };
}

const MAX_DETAIL = 500;

/** Quotes the server's reason on one line, without characters that control a terminal. */
function refusalText(summary: string, remote: string): string {
  const lines = remote
    .split("\n")
    .filter((line) => line.startsWith("remote:"))
    .map((line) => line.slice("remote:".length).trim());
  const text = [summary, ...lines].filter(Boolean).join(" · ");
  return text.replaceAll(/\p{C}+/gu, " ").slice(0, MAX_DETAIL);
}
