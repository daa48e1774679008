import { type Fields, readFields, readList, readNumber, readText } from "../files/json-fields.ts";
import type { EngineReader } from "./engine-reader.ts";
import type { HookTask } from "./read-hook-task.ts";

/** A check that the policy wants told at a stop; `errors` is null where it does not count them. */
export type FailedCheck = { command: string; errors: number | null; output: string };

const MAX_LINES = 20;

/**
 * The checks with `onStop` that failed on the content that is under review now.
 *
 * The engine has run them, in its sandbox and on exactly the content that was submitted; here they are
 * only read. One that has no result yet is not waited for.
 */
export async function readFailedChecks(
  engine: EngineReader,
  { state, repo, objections }: HookTask,
): Promise<FailedCheck[]> {
  if (state !== "reviewing" || repo === null || objections.length === 0) return [];
  const found = await engine.get(`/repositories/${encodeURIComponent(repo)}/policy`);
  return readList(readFields(found?.policy).checks).flatMap((one) => {
    const check = readFields(one);
    const objection = objections.find(({ by }) => by === check.id);
    const command = readText(check.run);
    if (check.onStop !== true || objection === undefined || command === null) return [];
    return [failedCheck(command, check.format === "exit", objection.findings)];
  });
}

function failedCheck(command: string, isPlain: boolean, findings: readonly Fields[]): FailedCheck {
  const lines = isPlain ? findings.flatMap(outputOf).slice(-MAX_LINES) : findings.map(lineOf);
  const output = lines.slice(0, MAX_LINES).join("\n");
  return { command, errors: isPlain ? null : findings.length, output };
}

/** Reads the command's output from its finding, where it follows a sentence about the exit. */
function outputOf({ message }: Fields): string[] {
  const text = readText(message) ?? "";
  const at = text.indexOf("\n\n");
  return at === -1
    ? []
    : text
        .slice(at + 2)
        .trimEnd()
        .split("\n");
}

function lineOf({ file, line, message }: Fields): string {
  const place = [readText(file), readNumber(line)].filter((part) => part !== null).join(":");
  return [place, readText(message)?.replaceAll(/\s+/g, " ")].filter(Boolean).join(" ");
}
