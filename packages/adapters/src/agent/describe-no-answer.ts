import { shortLine } from "./json-record.ts";

/** Describes how a program ended without an answer. Quotes its error output only if it failed. */
export function describeNoAnswer(code: number, stderr: string): string {
  if (code === 0) return "ended without an answer";
  const said = shortLine(stderr);
  return `ended with code ${code} and no answer${said === "" ? "" : `: ${said}`}`;
}

/** Describes a failure, with the program's own message if there is one. */
export function describeFailure(words: unknown): string {
  const said = shortLine(words);
  return said === "" ? "failed" : `failed: ${said}`;
}
