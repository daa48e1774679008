import { shortLine } from "./json-record.ts";

/** How a program ended that gave no answer; what it said about it is only worth reading if it failed. */
export function describeNoAnswer(code: number, stderr: string): string {
  if (code === 0) return "ended without an answer";
  const said = shortLine(stderr);
  return `ended with code ${code} and no answer${said === "" ? "" : `: ${said}`}`;
}

/** That a program failed, in its own words where it has any. */
export function describeFailure(words: unknown): string {
  const said = shortLine(words);
  return said === "" ? "failed" : `failed: ${said}`;
}
