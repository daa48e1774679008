import { loadPolicy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import type { Fields } from "../files/json-fields.ts";
import type { EngineReader } from "./engine-reader.ts";
import { readFailedChecks } from "./read-failed-checks.ts";
import { readHookTask } from "./read-hook-task.ts";

const LOADED = loadPolicy({
  checks: [
    { id: "types", run: "npx tsc", format: "tsc", onStop: true },
    { id: "tests", run: "npm test", format: "exit", onStop: true },
    { id: "slow", run: "npm run all", format: "exit", onStop: false },
  ],
});
const CHECKS = LOADED.ok ? LOADED.policy.checks : [];
const FOUND = [
  { id: "F-1", file: "src/a.ts", line: 10, message: "Type\nerror" },
  { id: "F-2", message: "No place" },
  {
    id: "F-3",
    message: `\`npm test\` ended with exit code 1.\n\n${Array.from({ length: 30 }, (_, at) => at).join("\n")}`,
  },
  { id: "F-4", message: "`npm run all` ended with exit code 1.\n\nno" },
];

function verdict(by: string, opinion: string, findings: readonly string[]) {
  return { kind: "check", verdicts: [{ by, opinion, findings }] };
}

const TASK = {
  id: "cs-1",
  repo: "my shop",
  state: "reviewing",
  authors: ["codex"],
  findings: FOUND,
  round: {
    number: 1,
    requirements: [
      verdict("tests", "concerns", ["F-3"]),
      verdict("types", "concerns", ["F-1", "F-2"]),
      verdict("slow", "blocker", ["F-4"]),
    ],
  },
};

/** An engine that has one task and one policy. */
function engineWith(task: object, asked: string[] = []): EngineReader {
  const answers: Readonly<Record<string, Fields>> = {
    "/tasks/cs-1": { ...task },
    "/repositories/my%20shop/policy": { policy: { checks: CHECKS } },
  };
  return {
    get: async (path) => {
      asked.push(path);
      return answers[path] ?? null;
    },
  };
}

async function failedIn(changes: object, asked: string[] = []) {
  const engine = engineWith({ ...TASK, ...changes }, asked);
  const task = await readHookTask(engine, "cs-1");
  return task === null ? null : await readFailedChecks(engine, task);
}

describe("the checks that an agent hears of when it stops", () => {
  it("are those with onStop that failed, in the policy's order, with at most 20 lines each", async () => {
    const lines = Array.from({ length: 20 }, (_, at) => at + 10).join("\n");
    expect(await failedIn({})).toEqual([
      { command: "npx tsc", errors: 2, output: "src/a.ts:10 Type error\nNo place" },
      { command: "npm test", errors: null, output: lines },
    ]);
  });

  it.each([
    ["approved", { round: { requirements: [verdict("tests", "approved", [])] } }],
    ["not answered yet", { round: { requirements: [{ kind: "check", verdicts: [] }] } }],
    [
      "an agent's",
      { round: { requirements: [{ ...verdict("tests", "concerns", []), kind: "agent" }] } },
    ],
    ["decided", { state: "rework" }],
  ])("are none where it is %s, and then the policy is not asked for", async (_, changes) => {
    const asked: string[] = [];
    expect(await failedIn(changes, asked)).toEqual([]);
    expect(asked).toEqual(["/tasks/cs-1"]);
  });

  it("are none where the engine refuses, or a policy is of another form", async () => {
    expect(await failedIn({ repo: "other" })).toEqual([]);
    expect(await failedIn({ repo: 7 })).toEqual([]);
  });
});
