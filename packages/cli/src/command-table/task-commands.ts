import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** Tasks, their findings and review layers, and sprints. */
export const TASK_COMMANDS: CommandTable<CliCommand>[number] = {
  heading: "Tasks and findings",
  entries: [
    {
      name: "task",
      summary: "list, show, submit and manage tasks",
      examples: ["countersign task list", "countersign task submit --title 'Fix the login'"],
      commands: [
        {
          name: "list",
          summary: "list tasks, last changed first",
          flushesSpool: true,
          load: async () => (await import("../commands/task/list.ts")).taskList,
        },
        {
          name: "show",
          summary: "show a task with its round, requirements and findings",
          flushesSpool: true,
          load: async () => (await import("../commands/task/show.ts")).taskShow,
        },
        {
          name: "submit",
          summary: "submit the work in this directory, including uncommitted changes",
          flushesSpool: true,
          load: async () => (await import("../commands/task/submit.ts")).taskSubmit,
        },
        {
          name: "add",
          summary: "create a task in this repository",
          flushesSpool: true,
          load: async () => (await import("../commands/task/add.ts")).taskAdd,
        },
        {
          name: "claim",
          summary: "claim a task and start working on it (default: your next assignment)",
          flushesSpool: true,
          load: async () => (await import("../commands/task/claim.ts")).taskClaim,
        },
        {
          name: "import",
          summary: "create a task for each item of a Markdown plan (- reads stdin)",
          flushesSpool: true,
          load: async () => (await import("../commands/task/import.ts")).taskImport,
        },
        {
          name: "snooze",
          summary: "snooze a task in your inbox",
          flushesSpool: true,
          load: async () => (await import("../commands/task/snooze.ts")).taskSnooze,
        },
        {
          name: "log",
          summary: "show the log of a task",
          flushesSpool: true,
          load: async () => (await import("../commands/task/log.ts")).taskLog,
        },
        {
          name: "mode",
          summary:
            "change the review mode: per-task, batch, auto or skip (agents can only make it stricter)",
          flushesSpool: true,
          load: async () => (await import("../commands/task/mode.ts")).taskMode,
        },
        {
          name: "review",
          summary: "request an additional review; required reviews still apply",
          flushesSpool: true,
          load: async () => (await import("../commands/task/review.ts")).taskReview,
        },
        {
          name: "cancel",
          summary: "cancel tasks",
          flushesSpool: true,
          load: async () => (await import("../commands/task/cancel.ts")).taskCancel,
        },
        {
          name: "reopen",
          summary: "reopen finished or rejected tasks",
          flushesSpool: true,
          load: async () => (await import("../commands/task/reopen.ts")).taskReopen,
        },
        {
          name: "approve",
          summary: "approve tasks, exactly as they were shown to you",
          flushesSpool: true,
          load: async () => (await import("../commands/daily/approve.ts")).approve,
        },
        {
          name: "redo",
          summary: "request changes: send a task back with feedback",
          flushesSpool: true,
          load: async () => (await import("../commands/daily/redo.ts")).redo,
        },
        {
          name: "reject",
          summary: "reject a task; it will not be merged",
          flushesSpool: true,
          load: async () => (await import("../commands/daily/reject.ts")).reject,
        },
        {
          name: "undo",
          summary: "undo your last decision before it takes effect",
          flushesSpool: true,
          load: async () => (await import("../commands/daily/undo.ts")).undo,
        },
        {
          name: "release",
          summary: "release a task that is on hold",
          flushesSpool: true,
          load: async () => (await import("../commands/daily/release.ts")).release,
        },
        {
          name: "override",
          summary: "bypass the gate (owners only; recorded permanently)",
          flushesSpool: true,
          load: async () => (await import("../commands/daily/override.ts")).override,
        },
        {
          name: "diff",
          summary: "show the diff of a task",
          flushesSpool: true,
          load: async () => (await import("../commands/daily/diff.ts")).taskDiff,
        },
        {
          name: "committed",
          summary: "print the task of this branch (called by git's post-commit hook)",
          hidden: true,
          flushesSpool: true,
          load: async () => (await import("../commands/task/committed.ts")).taskCommitted,
        },
        {
          name: "later",
          summary: "snooze a task in your inbox",
          hidden: true,
          flushesSpool: true,
          load: async () => (await import("../commands/task/snooze.ts")).taskSnooze,
        },
      ],
    },
    {
      name: "finding",
      summary: "list, dismiss, defer and dispute findings",
      examples: [
        "countersign finding list cs-ab12",
        "countersign finding dismiss cs-ab12/F-3 --reason 'generated code'",
      ],
      fallback: "list",
      commands: [
        {
          name: "list",
          summary: "list the open findings of a task",
          load: async () => (await import("../commands/finding/list.ts")).findingList,
        },
        {
          name: "show",
          summary: "show one finding",
          load: async () => (await import("../commands/finding/show.ts")).findingShow,
        },
        {
          name: "dismiss",
          summary: "dismiss a finding; the gate stops counting it",
          load: async () => (await import("../commands/finding/dismiss.ts")).findingDismiss,
        },
        {
          name: "defer",
          summary: "defer a finding to another task; the gate stops counting it",
          load: async () => (await import("../commands/finding/defer.ts")).findingDefer,
        },
        {
          name: "dispute",
          summary: "dispute a finding; it still counts, and its reviewers see the reason",
          load: async () => (await import("../commands/finding/dispute.ts")).findingDispute,
        },
        {
          name: "reopen",
          summary: "reopen a dismissed or deferred finding",
          load: async () => (await import("../commands/finding/reopen.ts")).findingReopen,
        },
      ],
    },
    {
      name: "chain",
      summary: "show the review layers of a task",
      examples: ["countersign chain show @1", "countersign chain show . --json"],
      fallback: "show",
      commands: [
        {
          name: "show",
          summary: "list the layers in order, with reviewers and status",
          load: async () => (await import("../commands/chain/show.ts")).chainShow,
        },
      ],
    },
    {
      name: "sprint",
      summary: "manage the sprint, a set of tasks with a target",
      examples: ["countersign sprint start --all --until 08:00", "countersign sprint show"],
      fallback: "show",
      commands: [
        {
          name: "show",
          summary: "show the running sprint, or the last one",
          load: async () => (await import("../commands/sprint/show.ts")).sprintShow,
        },
        {
          name: "start",
          summary: "start a sprint (default target: until no task is ready)",
          load: async () => (await import("../commands/sprint/start.ts")).sprintStart,
        },
        {
          name: "add",
          summary: "add tasks to the running sprint",
          load: async () => (await import("../commands/sprint/add.ts")).sprintAdd,
        },
        {
          name: "pause",
          summary: "pause the sprint; tasks in progress can still be submitted",
          load: async () => (await import("../commands/sprint/pause.ts")).sprintPause,
        },
        {
          name: "resume",
          summary: "resume a paused sprint",
          load: async () => (await import("../commands/sprint/resume.ts")).sprintResume,
        },
        {
          name: "stop",
          summary: "end the sprint; its tasks keep their state",
          load: async () => (await import("../commands/sprint/stop.ts")).sprintStop,
        },
      ],
    },
  ],
};
