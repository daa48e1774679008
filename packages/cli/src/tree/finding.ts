import type { GroupSpec } from "./spec.ts";

export const FINDING: GroupSpec = {
  name: "finding",
  summary: "list and settle findings (F-3 of this branch's task, cs-ab12/F-3 of another)",
  examples: [
    "countersign finding list cs-ab12",
    "countersign finding dismiss cs-ab12/F-3 --reason 'generated code'",
  ],
  otherwise: "list",
  commands: [
    {
      usage: "list [id]",
      summary: "list the open findings of a task",
      examples: ["countersign finding list", "countersign finding list @1 --severity major"],
      options: [
        ["--all", "include settled findings"],
        ["--severity <word>", "critical, major, warning or info"],
        ["--recurring", "list findings that recur across tasks instead"],
        ["--repo <id>", "with --recurring: only this repository"],
      ],
      takes: "task",
      load: async () => (await import("../commands/finding/list.ts")).findingList,
    },
    {
      usage: "show <finding>",
      summary: "show one finding",
      examples: ["countersign finding show F-3", "countersign finding show cs-ab12/F-3 --json"],
      takes: "finding",
      load: async () => (await import("../commands/finding/show.ts")).findingShow,
    },
    {
      usage: "dismiss <findings...>",
      summary: "dismiss a finding; the gate stops counting it",
      examples: [
        "countersign finding dismiss F-3 --reason 'generated code'",
        "countersign finding dismiss cs-ab12/F-3 @1/F-4 --reason known --for 30d",
      ],
      options: [
        ["--reason <text>", "the reason; prompted for in a terminal"],
        ["--for <time>", "how long the dismissal lasts, such as 30d"],
      ],
      takes: "finding",
      load: async () => (await import("../commands/finding/dismiss.ts")).findingDismiss,
    },
    {
      usage: "defer <findings...>",
      summary: "defer a finding to another task; the gate stops counting it",
      examples: [
        "countersign finding defer F-3 --to cs-cd34",
        "countersign finding defer F-3 --to https://issues.example.com/17",
      ],
      options: [
        [
          "--to <task or address>",
          "the task or address that takes it over; prompted for in a terminal",
        ],
      ],
      takes: "finding",
      load: async () => (await import("../commands/finding/defer.ts")).findingDefer,
    },
    {
      usage: "dispute <findings...>",
      summary: "dispute a finding; it still counts, and its reviewers read why",
      examples: [
        "countersign finding dispute F-3 --reason 'the lock is held by the caller'",
        "countersign finding dispute F-3 --reason - < answer.txt",
      ],
      options: [["--reason <text>", "why it is wrong; - reads stdin"]],
      takes: "finding",
      load: async () => (await import("../commands/finding/dispute.ts")).findingDispute,
    },
    {
      usage: "reopen <findings...>",
      summary: "reopen a dismissed or deferred finding",
      examples: [
        "countersign finding reopen F-3",
        "countersign finding reopen cs-ab12/F-3 --dry-run",
      ],
      takes: "finding",
      load: async () => (await import("../commands/finding/reopen.ts")).findingReopen,
    },
  ],
};

export const POLICY: GroupSpec = {
  name: "policy",
  summary: "show gaps in the policy",
  examples: ["countersign policy gaps", "countersign policy gaps --repo shop --json"],
  otherwise: "gaps",
  commands: [
    {
      usage: "gaps",
      summary: "list changes that no policy covered, with proposed entries as a diff",
      examples: ["countersign policy gaps", "countersign policy gaps --repo shop | git apply"],
      options: [["--repo <id>", "only this repository"]],
      load: async () => (await import("../commands/policy/gaps.ts")).policyGaps,
    },
  ],
};

export const CHAIN: GroupSpec = {
  name: "chain",
  summary: "show the review layers of a task",
  examples: ["countersign chain show @1", "countersign chain show . --json"],
  otherwise: "show",
  commands: [
    {
      usage: "show [id]",
      summary: "list the layers in order, with reviewers and status",
      examples: ["countersign chain show cs-ab12", "countersign chain show --context"],
      options: [
        ["--context", "format for an agent's prompt: this task, or all tasks in review here"],
      ],
      takes: "task",
      load: async () => (await import("../commands/chain/show.ts")).chainShow,
    },
  ],
};
