import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** Checks and reviews of local changes. */
export const LOCAL_CHECKS: CommandTable<CliCommand>[number] = {
  heading: "Local checks",
  entries: [
    {
      name: "gate",
      summary: "check whether local changes or a task would pass the gate",
      examples: ["countersign gate --base origin/main", "countersign gate explain @1"],
      fallback: "check",
      commands: [
        {
          name: "check",
          summary: "check local changes with programs; needs no engine and stores nothing",
          load: async () => (await import("../commands/gate/check.ts")).gateCheck,
        },
        {
          name: "explain",
          summary: "explain the gate of a task, or the effect of one finding on it",
          load: async () => (await import("../commands/gate/explain.ts")).gateExplain,
        },
        {
          name: "pushed",
          summary:
            "check the refs git is about to push, read from stdin (called by the pre-push hook)",
          hidden: true,
          load: async () => (await import("../commands/gate/pushed.ts")).gatePushed,
        },
      ],
    },
    {
      name: "review",
      summary: "run reviewers on local changes, or manage a task's reviewers",
      examples: ["countersign review run", "countersign review run --worktree"],
      commands: [
        {
          name: "run",
          summary:
            "review local changes with programs and agents; needs no engine and stores nothing",
          load: async () => (await import("../commands/review/run.ts")).reviewRun,
        },
        {
          name: "retry",
          summary: "restart a reviewer the task is waiting for",
          load: async () => (await import("../commands/review/retry.ts")).reviewRetry,
        },
        {
          name: "cancel",
          summary: "cancel a reviewer; no result is never an approval",
          load: async () => (await import("../commands/review/cancel.ts")).reviewCancel,
        },
      ],
    },
  ],
};
