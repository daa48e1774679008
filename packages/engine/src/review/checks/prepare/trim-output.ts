import { redactSecrets } from "@countersign/core";
import type { ProcessResult } from "../../../ports/process-runner.ts";

const MAX_LINES = 40;
/** Characters reserved for the mark of the omitted lines, with its line feeds. */
const MAX_MARK = 32;

const ESCAPE = String.fromCodePoint(0x1b);
const BELL = String.fromCodePoint(0x07);

/** Colours, cursor movements and titles that programs send to terminals. */
const TERMINAL = new RegExp(
  [
    `${ESCAPE}\\[[0-?]{0,100}[ -/]{0,10}[@-~]`,
    `${ESCAPE}\\][^${BELL}${ESCAPE}]{0,500}(?:${BELL}|${ESCAPE}\\\\)`,
    `${ESCAPE}[ -/]{0,4}[0-~]`,
  ].join("|"),
  "g",
);

/** Characters that are invisible or that control a terminal. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the first and last lines of a command's output, for people and agents: without terminal control
 * sequences and credentials, at most `maxChars` long. The cause of a failure is often in the first lines and
 * the result in the last. Errors come after the output.
 */
export function trimOutput(
  { stdout, stderr }: Pick<ProcessResult, "stdout" | "stderr">,
  maxChars: number,
): string {
  const errors = clean(stderr);
  const output = clean(stdout);
  if (errors === "" || output === "") return withoutMiddle(output + errors, maxChars);
  const half = Math.floor((maxChars - 1) / 2);
  const shortErrors = withoutMiddle(errors, Math.max(half, maxChars - 1 - output.length));
  return `${withoutMiddle(output, maxChars - 1 - shortErrors.length)}\n${shortErrors}`;
}

/** Removes terminal sequences, invisible characters and credentials. Carriage returns become line feeds. */
function clean(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("utf8").replaceAll(TERMINAL, "");
  const seen = text.replaceAll(/\r+\n?/g, "\n").replaceAll(UNSEEN, "");
  return redactSecrets(seen)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns the text, or its first and last lines with a mark between them. */
function withoutMiddle(text: string, maxChars: number): string {
  const lines = text.split("\n");
  if (text.length <= maxChars && lines.length <= MAX_LINES) return text;
  const room = Math.floor((maxChars - MAX_MARK) / 2);
  if (room <= 0) return text.slice(0, Math.max(0, maxChars)).toWellFormed();
  const first = fitting(lines, room);
  const last = fitting(lines.toReversed(), room).toReversed();
  const left = lines.length - first.length - last.length;
  const mark = left > 0 ? `[… ${left} lines left out …]` : "[…]";
  const head = first.join("\n").slice(0, room);
  const tail = last.join("\n");
  return `${head}\n${mark}\n${tail.slice(Math.max(0, tail.length - room))}`.toWellFormed();
}

/** Returns as many of the first lines as fit, at least one. */
function fitting(lines: readonly string[], room: number): string[] {
  let used = 0;
  const rest = lines.slice(0, MAX_LINES / 2).findIndex((line) => {
    used += line.length + 1;
    return used > room + 1;
  });
  return lines.slice(0, rest === -1 ? MAX_LINES / 2 : Math.max(1, rest));
}
