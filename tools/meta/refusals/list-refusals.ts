import { readFileSync } from "node:fs";

/**
 * The files in which a submission can be refused, from the engine's command to the rules of the
 * core.
 */
const FILES = [
  "packages/api/src/client/unknown-repository.ts",
  "packages/engine/src/commands/submit/submit-work.ts",
  "packages/engine/src/commands/submit/submit.ts",
  "packages/engine/src/commands/submit/find-task.ts",
  "packages/engine/src/commands/submit/find-base.ts",
  "packages/engine/src/commands/submit/resolve-revision.ts",
  "packages/core/src/task/review/base-task.ts",
  "packages/core/src/task/commands/work/submit.ts",
  "packages/core/src/task/commands/work/worker-rules.ts",
  "packages/core/src/task/commands/work/submission-rules.ts",
];

const REFUSAL =
  /(?:\brefuse|new CountersignError)\(\s*"([a-z_]+)",\s*(?:task,\s*)?(?:"([^"]*)"|`([^`]*)`)/g;

const VALUE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;

/** The refusal of the core's `wrongState`. */
const WRONG_STATE = "wrong_state: … is …";

/** Lists every refusal of these files as `code: sentence`, with `…` for values. */
export function listRefusals(): string[] {
  const found = FILES.flatMap((file) => refusalsIn(readFileSync(file, "utf8")));
  return [...new Set(found)];
}

function refusalsIn(source: string): string[] {
  const found = [...source.matchAll(REFUSAL)].map(
    ([, code, plain, template]) => `${code}: ${(plain ?? template ?? "").replaceAll(VALUE, "…")}`,
  );
  const calls = [...source.matchAll(/(?:\brefuse|new CountersignError)\(/g)];
  if (found.length !== calls.length) throw new Error("A refusal has no sentence that can be read");
  return source.includes("wrongState(task)") ? [...found, WRONG_STATE] : found;
}
