import type { ForgeMergeOutcome } from "@countersign/engine";

/** A line of `git push --porcelain`: a flag, the names, and a summary. */
const STATUS = /^([ +\-*=!])\t([^\t\n]+)\t(.*)$/gm;

/** What git says about a ref that did not move because another one was refused. */
const ATOMIC = /atomic (?:push|transaction)/;

/** Reasons of a server whose ref moved after it was listed. */
const RACE =
  /stale info|fetch first|non-fast-forward|already exists|cannot lock|failed to (?:lock|update)/;

/**
 * Reads the outcome of pushing one commit to one ref, or of removing it, with proofs or alone; null if git reported
 * none.
 *
 * `remote` is git's error output, with the lines that the server wrote for people.
 */
export function readPushOutcome(
  output: string,
  remote: string,
  commit: string | null,
): ForgeMergeOutcome | null {
  const [, flag, names = "", summary = ""] = decisiveStatus(output) ?? [];
  if (flag === undefined) return null;
  if (flag !== "!") return { outcome: "requested", commit };
  if (summary.startsWith("[remote failure]"))
    return { outcome: "unknown", detail: "The server did not report whether it moved the ref" };
  if (names.includes("/countersign/proofs/"))
    return { outcome: "not_mergeable", detail: `The proofs: ${refusalText(summary, remote)}` };
  if (RACE.test(summary)) return { outcome: "head_moved", detail: "The ref has moved" };
  return { outcome: "not_mergeable", detail: refusalText(summary, remote) };
}

/** Returns the line of the ref that was refused for a reason of its own, else the first line. */
function decisiveStatus(output: string): RegExpExecArray | undefined {
  const lines = [...output.matchAll(STATUS)];
  const refused = lines.filter(([, flag]) => flag === "!");
  const cause = refused.find(([, , , summary = ""]) => !ATOMIC.test(summary));
  return cause ?? refused[0] ?? lines[0];
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
