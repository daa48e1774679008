import { redactSecrets } from "@countersign/core";
import type { ProcessResult } from "../ports/process-runner.ts";

const MOST_LINES = 40;
const ELLIPSIS = "[…]\n";

const ESCAPE = String.fromCodePoint(0x1b);
const BELL = String.fromCodePoint(0x07);

/** Colours, cursor movements and titles that programs write for terminals. */
const TERMINAL = new RegExp(
  [
    `${ESCAPE}\\[[0-?]{0,100}[ -/]{0,10}[@-~]`,
    `${ESCAPE}\\][^${BELL}${ESCAPE}]{0,500}(?:${BELL}|${ESCAPE}\\\\)`,
    `${ESCAPE}[ -/]{0,4}[0-~]`,
  ].join("|"),
  "g",
);

/** What a reader would not see, or a terminal would obey. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The last lines that a command wrote, for people and agents: nothing that a terminal would obey, no
 * credential, at most `maxChars` long. Errors come last: they are what a reader wants to see.
 */
export function lastLines(
  { stdout, stderr }: Pick<ProcessResult, "stdout" | "stderr">,
  maxChars: number,
): string {
  const errors = clean(stderr);
  const output = clean(stdout);
  if (errors === "" || output === "") return tail(output + errors, maxChars);
  const half = Math.floor((maxChars - 1) / 2);
  const shortErrors = tail(errors, Math.max(half, maxChars - 1 - output.length));
  return `${tail(output, maxChars - 1 - shortErrors.length)}\n${shortErrors}`;
}

/**
 * The first and the last lines that a command wrote, as `lastLines` shows them. The cause of a failure stands
 * often in the first lines, and its consequences in the last.
 */
export function firstAndLastLines(
  { stdout, stderr }: Pick<ProcessResult, "stdout" | "stderr">,
  maxChars: number,
): string {
  const text = [clean(stdout), clean(stderr)].filter((part) => part !== "").join("\n");
  const lines = text.split("\n");
  if (text.length <= maxChars && lines.length <= MOST_LINES) return text;
  const room = Math.floor((maxChars - ELLIPSIS.length - 2) / 2);
  const first = lines
    .slice(0, MOST_LINES / 2)
    .join("\n")
    .slice(0, room);
  const last = lines.slice(-MOST_LINES / 2).join("\n");
  return `${first}\n${ELLIPSIS}${last.slice(Math.max(0, last.length - room))}`.toWellFormed();
}

/** A line that was written over again and again is many lines. */
function clean(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("utf8").replaceAll(TERMINAL, "");
  const seen = text.replaceAll(/\r+\n?/g, "\n").replaceAll(UNSEEN, "");
  return redactSecrets(seen)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function tail(text: string, maxChars: number): string {
  const lines = text.split("\n");
  const last = lines.slice(-MOST_LINES).join("\n");
  if (last.length <= maxChars && lines.length <= MOST_LINES) return last;
  const room = Math.max(0, maxChars - ELLIPSIS.length);
  return `${ELLIPSIS}${last.slice(Math.max(0, last.length - room))}`.toWellFormed();
}
