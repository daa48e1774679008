import { findSecrets } from "@countersign/core";

export type Redacted = {
  text: string;
  count: number;
  /** How many of them cover more than a token: text in which a reader could have seen code. */
  covered: number;
};

/** No private key is longer; a mark without an end must not hide what follows it from a reviewer. */
const MAX_LINES = 120;

/** What code is made of and a token is not. */
const CODE = /[\n(){}[\];<>`|&$]/;

/** Puts the name of each credential in its place and keeps every line where it is. */
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

/** The same for a patch, whose lines begin with a sign that hides what begins behind it. */
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
