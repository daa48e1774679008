import { DAILY } from "./daily.ts";
import type { CliCommand, GroupSpec } from "./spec.ts";

const OWN: readonly CliCommand[] = [
  {
    usage: "list",
    summary: "list tasks, last changed first",
    examples: ["countersign task list", "countersign task list --state reviewing,held"],
    options: [
      ["--state <states>", "only these states, separated by commas"],
      ["--turn <holder>", "person, agent, reviewers, checks, engine or nobody"],
      ["--who <name>", "only tasks waiting for this person or agent"],
      ["--priority <p>", "P0, P1 or P2"],
      ["--here", "only tasks of this repository"],
      ["--limit <n>", "maximum number of results"],
      ["--after <cursor>", "cursor of the next page"],
    ],
    load: async () => (await import("../commands/task/list.ts")).taskList,
  },
  {
    usage: "show [id]",
    summary: "show a task with its round, requirements and findings",
    examples: ["countersign task show cs-ab12", "countersign task show . --json=state,gate"],
    takes: "task",
    load: async () => (await import("../commands/task/show.ts")).taskShow,
  },
  {
    usage: "log [id]",
    summary: "show the log of a task",
    examples: ["countersign task log cs-ab12", "countersign task log . --json"],
    options: [["--from <seq>", "first entry to show"]],
    takes: "task",
    load: async () => (await import("../commands/task/log.ts")).taskLog,
  },
  {
    usage: "add <title>",
    summary: "open a task for this repository",
    examples: [
      "countersign task add 'Fix the login'",
      "countersign task add 'Limit the rate' --description @limits.md --accept 'two calls give one 429'",
    ],
    options: [
      ["--description <text>", "what is wanted; @file reads a file, - reads stdin"],
      [
        "--accept <text...>",
        "when it counts as done; repeatable; @file or - reads one criterion per line",
      ],
      ["--id <id>", "the task's id in your tracker"],
      ["--type <type>", "type of work, which selects the review chain, such as code"],
      ["--department <name>", "department of the author"],
      ["--priority <p>", "P0, P1 or P2"],
      ["--label <name...>", "a label; repeatable"],
      ["--assignee <agent>", "the agent to assign it to"],
    ],
    load: async () => (await import("../commands/task/add.ts")).taskAdd,
  },
  {
    usage: "import <file>",
    summary: "open a task for each item of a Markdown plan (- reads stdin)",
    examples: ["countersign task import plan.md", "countersign task import plan.md --dry-run"],
    takes: "file",
    load: async () => (await import("../commands/task/import.ts")).taskImport,
  },
  {
    usage: "claim [id]",
    summary: "claim a task and start working on it (default: your next assignment)",
    examples: ["countersign task claim", "countersign task claim cs-ab12"],
    takes: "task",
    load: async () => (await import("../commands/task/claim.ts")).taskClaim,
  },
  {
    usage: "cancel <ids...>",
    summary: "cancel tasks",
    examples: [
      "countersign task cancel cs-ab12 --reason 'no longer needed'",
      "countersign task cancel cs-ab12 cs-cd34 --reason duplicate",
    ],
    options: [["--reason <text>", "the reason; prompted for in a terminal"]],
    takes: "task",
    load: async () => (await import("../commands/task/cancel.ts")).taskCancel,
  },
  {
    usage: "reopen <ids...>",
    summary: "reopen finished or rejected tasks",
    examples: ["countersign task reopen cs-ab12", "countersign task reopen cs-ab12 --dry-run"],
    takes: "task",
    load: async () => (await import("../commands/task/reopen.ts")).taskReopen,
  },
  {
    usage: "mode <id> <mode>",
    summary:
      "change the review mode: per-task, batch, auto or skip (agents can only make it stricter)",
    examples: ["countersign task mode cs-ab12 per-task", "countersign task mode . batch"],
    takes: "task",
    load: async () => (await import("../commands/task/mode.ts")).taskMode,
  },
  {
    usage: "review <id>",
    summary: "ask for a further review; adds a verdict and never replaces a required one",
    examples: [
      "countersign task review cs-ab12 --reviewer security-reviewer",
      "countersign task review .",
    ],
    options: [
      ["--reviewer <name>", "the agent to ask (default: the panel, or an agent not asked yet)"],
    ],
    takes: "task",
    load: async () => (await import("../commands/task/review.ts")).taskReview,
  },
  {
    usage: "later <ids...>",
    summary: "snooze a task in your inbox",
    examples: ["countersign task later @1 tomorrow", "countersign task later @1 change"],
    options: [["--until <time>", "2h, tomorrow, change (until it changes) or now (default: 1h)"]],
    takes: "task",
    load: async () => (await import("../commands/task/snooze.ts")).taskLater,
  },
  {
    usage: "committed",
    summary: "print the task of this branch (called by git's post-commit hook)",
    examples: ["countersign task committed", "countersign task committed --json"],
    hidden: true,
    load: async () => (await import("../commands/task/committed.ts")).taskCommitted,
  },
  {
    usage: "submit",
    summary: "submit the work in this directory, including uncommitted changes",
    examples: [
      "countersign task submit --title 'Fix the login'",
      "countersign task submit --task cs-ab12 --message 'the race is closed'",
    ],
    options: [
      ["--task <id>", "the task (default: this branch's task)"],
      ["--title <text>", "title of a new task if this branch has none"],
      ["--agent <name>", "the agent that did the work, if you submit for it"],
      ["--message <text>", "what was done; - reads stdin"],
      ["--signal <word>", "DONE, PARTIAL or BLOCKED"],
      [
        "--base <revision>",
        "branch, tag or commit the work is built on: on the target, or another open task's (default: found)",
      ],
      ["--type <type>", "request the review chain of this type, if it is stricter"],
      ["--committed", "only committed changes"],
      ["--answer <finding=status:note...>", "answer a finding: fixed, answered or wont_fix"],
    ],
    load: async () => (await import("../commands/task/submit.ts")).taskSubmit,
  },
];

const ALSO_HERE = new Set(["approve", "redo", "reject", "undo", "release", "override", "diff"]);

export const TASK: GroupSpec = {
  name: "task",
  summary: "list, show, submit and manage tasks",
  examples: ["countersign task list", "countersign task submit --title 'Fix the login'"],
  commands: [...OWN, ...DAILY.filter(({ usage }) => ALSO_HERE.has(usage.split(" ")[0] ?? ""))],
};
