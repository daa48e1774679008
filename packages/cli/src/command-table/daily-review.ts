import type { CommandTable } from "../command/command-docs.ts";
import type { CliCommand } from "../command/define-command.ts";

/** What a reviewer does every day. */
export const DAILY_REVIEW: CommandTable<CliCommand>[number] = {
  heading: "Daily review",
  entries: [
    {
      name: "inbox",
      summary: "list items waiting for you, longest wait first",
      flushesSpool: true,
      load: async () => (await import("../commands/daily/inbox.ts")).inbox,
    },
    {
      name: "status",
      summary: "show the queue, the engine and the repositories",
      flushesSpool: true,
      load: async () => (await import("../commands/daily/status.ts")).status,
    },
    {
      name: "board",
      summary: "open the review board (the default in a terminal)",
      load: async () => (await import("../commands/daily/board.ts")).board,
    },
    {
      name: "open",
      summary: "open the web interface, signed in as you",
      load: async () => (await import("../commands/daily/open.ts")).open,
    },
    {
      name: "diff",
      summary: "show the diff of a task",
      load: async () => (await import("../commands/daily/diff.ts")).taskDiff,
    },
    {
      name: "why",
      summary: "explain the state of a task",
      load: async () => (await import("../commands/daily/why.ts")).why,
    },
    {
      name: "approve",
      summary: "approve tasks, exactly as they were shown to you",
      load: async () => (await import("../commands/daily/approve.ts")).approve,
    },
    {
      name: "redo",
      summary: "request changes: send a task back with feedback",
      load: async () => (await import("../commands/daily/redo.ts")).redo,
    },
    {
      name: "reject",
      summary: "reject a task; it will not be merged",
      load: async () => (await import("../commands/daily/reject.ts")).reject,
    },
    {
      name: "undo",
      summary: "undo your last decision before it takes effect",
      load: async () => (await import("../commands/daily/undo.ts")).undo,
    },
    {
      name: "release",
      summary: "release a task that is on hold",
      load: async () => (await import("../commands/daily/release.ts")).release,
    },
    {
      name: "override",
      summary: "bypass the gate (owners only; recorded permanently)",
      load: async () => (await import("../commands/daily/override.ts")).override,
    },
  ],
};
