import { findSecrets } from "@countersign/core";

export type Redacted = {
  text: string;
  count: number;
  /** Number of redactions that cover more than a token, and so may hide code from the reviewer. */
  covered: number;
};

/** Maximum lines of a private key. A start mark without an end must not hide the text after it. */
const MAX_LINES = 120;

/** Characters that occur in code but not in tokens. */
const CODE = /[\n(){}[\];<>`|&$]/;

/** Replaces each credential by its name and keeps all line numbers. */
export function redactText(text: string): Redacted {
  const parts: string[] = [];
  let at = 0;
  let count = 0;
  let covered = 0;
  let found = findSecrets(text);
  for (let index = 0; index < found.length; index += 1) {
    const secret = found[index];
    if (secret === undefined) break;
    const end = boundedEnd(text, secret.start, secret.end);
    const hidden = text.slice(secret.start, end);
    const lines = hidden.split("\n").length - 1;
    parts.push(text.slice(at, secret.start), `[${secret.what}]`, "\n".repeat(lines));
    at = end;
    count += 1;
    if (CODE.test(hidden)) covered += 1;
    if (end === secret.end) continue;
    found = findSecrets(text.slice(end)).map((next) => ({
      ...next,
      start: next.start + end,
      end: next.end + end,
    }));
    index = -1;
  }
  return { text: parts.join("") + text.slice(at), count, covered };
}

/** Redacts a patch. The sign at the start of each line would otherwise hide the start of a credential. */
export function redactPatch(patch: string): Redacted {
  const lines = patch.split("\n");
  const { text, count, covered } = redactText(lines.map((line) => line.slice(1)).join("\n"));
  const bare = text.split("\n");
  return {
    text: lines.map((line, index) => line.slice(0, 1) + (bare[index] ?? "")).join("\n"),
    count,
    covered,
  };
}

function boundedEnd(text: string, start: number, end: number): number {
  let at = start;
  for (let line = 0; line < MAX_LINES; line += 1) {
    const next = text.indexOf("\n", at);
    if (next === -1 || next >= end) return end;
    at = next + 1;
  }
  return at - 1;
}
