import type { CommandSpec, GroupSpec } from "./spec.ts";

const WORK: NonNullable<CommandSpec["options"]> = [
  ["--base <commit>", "what to compare with; left out: where the work left the target"],
  ["--head <commit>", "the work; left out: HEAD"],
  ["--staged", "what is staged, compared with HEAD"],
  ["--worktree", "what lies here, also what is new, compared with HEAD"],
  ["--format <name>", "text, json, sarif, junit, github or markdown"],
  ["--output <file>", "write the report to a file, in that format"],
  ["--explain", "also say who was asked because of what, and who nearly was"],
  ["--all", "every finding, also mere information"],
  ["--fail-on <severity>", "critical, major or warning; left out: major"],
  [
    "--unsandboxed",
    "run checks without a sandbox where there is none; for CI that forbids namespaces",
  ],
  ["--wait <time>", "judge after this time, with what is there; left out: when all have answered"],
];

export const GATE: GroupSpec = {
  name: "gate",
  summary: "whether work may pass: local work without an engine (check, or no word), or a task",
  examples: ["countersign gate --base origin/main", "countersign gate explain @1"],
  otherwise: "check",
  commands: [
    {
      usage: "check",
      summary: "judge local work by programs, without an engine; nothing is stored",
      examples: [
        "countersign gate --base origin/main --format github",
        "countersign gate --staged --fail-on warning",
      ],
      options: WORK,
      load: async () => (await import("../commands/gate-check.ts")).gateCheck,
    },
    {
      usage: "pushed",
      summary:
        "judge what git is about to push, which it tells on stdin; its pre-push hook calls this",
      examples: ["countersign gate pushed < refs.txt", "countersign gate pushed --json < refs.txt"],
      options: [["--within <time>", "push without an answer after this time; 10s if left out"]],
      hidden: true,
      load: async () => (await import("../commands/gate-pushed.ts")).gatePushed,
    },
    {
      usage: "explain [id]",
      summary: "why the gate stands as it does; a finding's id says what it has to do with it",
      examples: ["countersign gate explain cs-ab12", "countersign gate explain F-3"],
      takes: "task",
      load: async () => (await import("../commands/gate-explain.ts")).gateExplain,
    },
  ],
};

export const REVIEW: GroupSpec = {
  name: "review",
  summary: "reviews by programs and agents: of local work, or one that a task waits for",
  examples: ["countersign review run", "countersign review run --worktree"],
  commands: [
    {
      usage: "run",
      summary: "review local work by programs and agents, without an engine; nothing is stored",
      examples: [
        "countersign review run --base main",
        "countersign review run --staged --reviewer security",
      ],
      options: [
        ...WORK,
        ["--reviewer <name...>", "ask these alone; the word is about what they found"],
      ],
      load: async () => (await import("../commands/review-run.ts")).reviewRun,
    },
    {
      usage: "retry <id> <reviewer>",
      summary: "have one that a task waits for asked again; what it is at is stopped",
      examples: ["countersign review retry cs-ab12 security", "countersign review retry @1 test"],
      takes: "task",
      load: async () => (await import("../commands/review-one.ts")).reviewRetry,
    },
    {
      usage: "cancel <id> <reviewer>",
      summary: "wait no longer for one: it has no result, which is never an approval",
      examples: ["countersign review cancel cs-ab12 security", "countersign review cancel @1 test"],
      takes: "task",
      load: async () => (await import("../commands/review-one.ts")).reviewCancel,
    },
  ],
};
