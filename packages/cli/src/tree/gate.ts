import type { CliCommand, GroupSpec } from "./spec.ts";

const WORK: NonNullable<CliCommand["options"]> = [
  ["--base <commit>", "the base to compare with (default: the merge base with the target)"],
  ["--head <commit>", "the commit to check (default: HEAD)"],
  ["--staged", "check staged changes against HEAD"],
  ["--worktree", "check all changes in the worktree, including untracked files, against HEAD"],
  ["--format <name>", "text, json, sarif, junit, github or markdown"],
  ["--output <file>", "write the report to a file in that format"],
  ["--explain", "also explain which reviewers were asked and why"],
  ["--all", "every finding, including info"],
  ["--fail-on <severity>", "critical, major or warning (default: major)"],
  [
    "--unsandboxed",
    "run checks without a sandbox where there is none; for CI that forbids namespaces",
  ],
  ["--wait <time>", "decide after this time with the answers so far (default: wait for all)"],
];

export const GATE: GroupSpec = {
  name: "gate",
  summary: "check whether local changes or a task would pass the gate",
  examples: ["countersign gate --base origin/main", "countersign gate explain @1"],
  otherwise: "check",
  commands: [
    {
      usage: "check",
      summary: "check local changes with programs; needs no engine and stores nothing",
      examples: [
        "countersign gate --base origin/main --format github",
        "countersign gate --staged --fail-on warning",
      ],
      options: WORK,
      load: async () => (await import("../commands/gate/check.ts")).gateCheck,
    },
    {
      usage: "pushed",
      summary: "check the refs git is about to push, read from stdin (called by the pre-push hook)",
      examples: ["countersign gate pushed < refs.txt", "countersign gate pushed --json < refs.txt"],
      options: [["--within <time>", "time limit for project commands (default: 10s)"]],
      hidden: true,
      load: async () => (await import("../commands/gate/pushed.ts")).gatePushed,
    },
    {
      usage: "explain [id]",
      summary: "explain the gate of a task, or the effect of one finding on it",
      examples: ["countersign gate explain cs-ab12", "countersign gate explain F-3"],
      takes: "task",
      load: async () => (await import("../commands/gate/explain.ts")).gateExplain,
    },
  ],
};

export const REVIEW: GroupSpec = {
  name: "review",
  summary: "run reviewers on local changes, or manage a task's reviewers",
  examples: ["countersign review run", "countersign review run --worktree"],
  commands: [
    {
      usage: "run",
      summary: "review local changes with programs and agents; needs no engine and stores nothing",
      examples: [
        "countersign review run --base main",
        "countersign review run --staged --reviewer security",
      ],
      options: [...WORK, ["--reviewer <name...>", "only these reviewers"]],
      load: async () => (await import("../commands/review/run.ts")).reviewRun,
    },
    {
      usage: "retry <id> <reviewer>",
      summary: "restart a reviewer the task is waiting for",
      examples: ["countersign review retry cs-ab12 security", "countersign review retry @1 test"],
      takes: "task",
      load: async () => (await import("../commands/review/reviewer-seat.ts")).reviewRetry,
    },
    {
      usage: "cancel <id> <reviewer>",
      summary: "cancel a reviewer; no result is never an approval",
      examples: ["countersign review cancel cs-ab12 security", "countersign review cancel @1 test"],
      takes: "task",
      load: async () => (await import("../commands/review/reviewer-seat.ts")).reviewCancel,
    },
  ],
};
