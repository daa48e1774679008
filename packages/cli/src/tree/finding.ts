import type { GroupSpec } from "./spec.ts";

export const FINDING: GroupSpec = {
  name: "finding",
  summary: "what reviewers found; F-3 is one of this branch's task, cs-ab12/F-3 of another",
  examples: [
    "countersign finding list cs-ab12",
    "countersign finding dismiss cs-ab12/F-3 --reason 'generated code'",
  ],
  otherwise: "list",
  commands: [
    {
      usage: "list [id]",
      summary: "the findings of a task that count",
      examples: ["countersign finding list", "countersign finding list @1 --severity major"],
      options: [
        ["--all", "also those that no longer count"],
        ["--severity <word>", "critical, major, warning or info"],
        ["--recurring", "instead, those of all tasks that came back, and how often"],
        ["--repo <id>", "with --recurring: of one repository"],
      ],
      takes: "task",
      load: async () => (await import("../commands/finding-list.ts")).findingList,
    },
    {
      usage: "show <finding>",
      summary: "everything about one finding",
      examples: ["countersign finding show F-3", "countersign finding show cs-ab12/F-3 --json"],
      takes: "finding",
      load: async () => (await import("../commands/finding-show.ts")).findingShow,
    },
    {
      usage: "dismiss <findings...>",
      summary: "it does not matter: the gate no longer counts it",
      examples: [
        "countersign finding dismiss F-3 --reason 'generated code'",
        "countersign finding dismiss cs-ab12/F-3 @1/F-4 --reason known --for 30d",
      ],
      options: [
        ["--reason <text>", "why; it is asked for in a terminal"],
        ["--for <time>", "only for so long, such as 30d"],
      ],
      takes: "finding",
      load: async () => (await import("../commands/finding-dismiss.ts")).findingDismiss,
    },
    {
      usage: "defer <findings...>",
      summary: "it is done elsewhere: the gate no longer counts it",
      examples: [
        "countersign finding defer F-3 --to cs-cd34",
        "countersign finding defer F-3 --to https://issues.example.com/17",
      ],
      options: [["--to <task or address>", "what takes it over; it is asked for in a terminal"]],
      takes: "finding",
      load: async () => (await import("../commands/finding-defer.ts")).findingDefer,
    },
    {
      usage: "dispute <findings...>",
      summary: "contest it: it still counts, and its reviewers read why",
      examples: [
        "countersign finding dispute F-3 --reason 'the lock is held by the caller'",
        "countersign finding dispute F-3 --reason - < answer.txt",
      ],
      options: [["--reason <text>", "why it is wrong; - reads it from stdin"]],
      takes: "finding",
      load: async () => (await import("../commands/finding-dispute.ts")).findingDispute,
    },
    {
      usage: "reopen <findings...>",
      summary: "put a dismissed or deferred one back: it counts again",
      examples: [
        "countersign finding reopen F-3",
        "countersign finding reopen cs-ab12/F-3 --dry-run",
      ],
      takes: "finding",
      load: async () => (await import("../commands/finding-reopen.ts")).findingReopen,
    },
  ],
};

export const POLICY: GroupSpec = {
  name: "policy",
  summary: "what the policy asks for, and what it missed",
  examples: ["countersign policy gaps", "countersign policy gaps --repo shop --json"],
  otherwise: "gaps",
  commands: [
    {
      usage: "gaps",
      summary: "what no policy asked anybody to look at, with entries for it as a diff",
      examples: ["countersign policy gaps", "countersign policy gaps --repo shop | git apply"],
      options: [["--repo <id>", "of one repository"]],
      load: async () => (await import("../commands/policy-gaps.ts")).policyGaps,
    },
  ],
};

export const CHAIN: GroupSpec = {
  name: "chain",
  summary: "the layers that a task goes through",
  examples: ["countersign chain show @1", "countersign chain show . --json"],
  otherwise: "show",
  commands: [
    {
      usage: "show [id]",
      summary: "each layer in its order, who answers it and how it stands",
      examples: ["countersign chain show cs-ab12", "countersign chain show --context"],
      options: [["--context", "for an agent's prompt: this task, or all that are in review here"]],
      takes: "task",
      load: async () => (await import("../commands/chain-show.ts")).chainShow,
    },
  ],
};
