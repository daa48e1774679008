import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";
import { AGENT_COMMANDS } from "./agent-commands.ts";
import { DAILY_REVIEW } from "./daily-review.ts";
import { POLICY_COMMANDS } from "./policy-commands.ts";
import { SERVER_COMMANDS } from "./server-commands.ts";
import { SETUP_COMMANDS } from "./setup-commands.ts";
import { TASK_COMMANDS } from "./task-commands.ts";

/** Checks and reviews of local changes. */
const LOCAL_CHECKS: CommandTable<CliCommand>[number] = {
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
          summary: "run checks on local changes; needs no engine and stores nothing",
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
      name: "verify",
      summary: "prove from this clone alone who approved a commit, and under which policy",
      load: async () => (await import("../commands/verify/verify.ts")).verify,
    },
    {
      name: "push",
      summary: "push the target branch and its proofs to a remote in one step",
      load: async () => (await import("../commands/push/push.ts")).push,
    },
    {
      name: "review",
      summary: "run reviewers on local changes, or manage a task's reviewers",
      examples: ["countersign review run", "countersign review run --worktree"],
      commands: [
        {
          name: "run",
          summary: "run checks and reviewing agents on local changes; needs no engine",
          load: async () => (await import("../commands/review/run.ts")).reviewRun,
        },
        {
          name: "retry",
          summary: "restart a reviewer the task is waiting for",
          load: async () => (await import("../commands/review/retry.ts")).reviewRetry,
        },
        {
          name: "cancel",
          summary: "cancel a running reviewer; a missing result is never an approval",
          load: async () => (await import("../commands/review/cancel.ts")).reviewCancel,
        },
      ],
    },
  ],
};

/** Help, completion and version. */
const GENERAL_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Help",
  entries: [
    {
      name: "help",
      summary: "show a topic: exit-codes, environment, json, keys, modes or policies",
      load: async () => (await import("../commands/setup/help.ts")).help,
    },
    {
      name: "completion",
      summary: "print a completion script for bash, zsh, fish or pwsh",
      load: async () => (await import("../commands/setup/completion.ts")).completion,
    },
    {
      name: "complete",
      summary: "list completions for these words",
      hidden: true,
      load: async () => (await import("../commands/setup/complete.ts")).complete,
    },
    {
      name: "version",
      summary: "print the versions of countersign and its runtime",
      load: async () => (await import("../commands/setup/version.ts")).version,
    },
  ],
};

/** Every command: name, purpose and file, in the order of `countersign --help`. Loads no command. */
export const COMMANDS: CommandTable<CliCommand> = [
  DAILY_REVIEW,
  TASK_COMMANDS,
  LOCAL_CHECKS,
  SETUP_COMMANDS,
  POLICY_COMMANDS,
  AGENT_COMMANDS,
  SERVER_COMMANDS,
  GENERAL_COMMANDS,
];
