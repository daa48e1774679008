import type { CliCommand } from "./spec.ts";

/** What is done every day; each is a single word. */
export const DAILY: readonly CliCommand[] = [
  {
    usage: "status",
    summary: "show the queue, the engine and the repositories",
    examples: ["countersign status", "countersign status --json=waitingForMe"],
    load: async () => (await import("../commands/daily/status.ts")).status,
  },
  {
    usage: "board",
    summary: "open the review board (the default in a terminal)",
    examples: ["countersign board", "countersign board --theme blue-orange"],
    options: [
      [
        "--theme <name>",
        "terminal, dark, light, blue-orange, high-contrast, mono or one of your own; left out: what your themes.json uses, else terminal",
      ],
      ["--no-mouse", "do not capture the mouse"],
      ["--screen-reader", "print plain lines for a screen reader"],
    ],
    load: async () => (await import("../commands/daily/board.ts")).board,
  },
  {
    usage: "tour",
    summary: "open the board with five sample tasks; stores nothing",
    examples: ["countersign tour", "countersign tour --ascii"],
    options: [
      ["--theme <name>", "same as for countersign board"],
      ["--no-mouse", "same as for countersign board"],
      ["--screen-reader", "same as for countersign board"],
    ],
    load: async () => (await import("../commands/daily/tour.ts")).tour,
  },
  {
    usage: "inbox",
    summary: "list items waiting for you, longest wait first",
    examples: ["countersign inbox", "countersign inbox --all --order risk"],
    options: [
      ["--section <name>", "held, merge, yours, ready, others, reviewers, agents or done"],
      ["--mine", "only items waiting for you (the default)"],
      ["--all", "also items waiting for others, and items finished today"],
      ["--order <how>", "risk, oldest or smallest (default: oldest)"],
      ["--limit <n>", "maximum number of results"],
      ["--after <cursor>", "cursor of the next page"],
    ],
    load: async () => (await import("../commands/daily/inbox.ts")).inbox,
  },
  {
    usage: "approve <ids...>",
    summary: "approve exactly what you were shown",
    examples: ["countersign approve @1", "countersign approve cs-ab12 cs-cd34 --note 'tried it'"],
    options: [
      ["--note <text>", "a note that the author reads"],
      ["--round <n>", "only if the task is still at this round"],
      ["--tree <id>", "the tree you reviewed; required in scripts"],
      ["--requirement <id>", "the requirement, if several wait for you"],
    ],
    takes: "task",
    load: async () => (await import("../commands/daily/approve.ts")).approve,
  },
  {
    usage: "redo <id>",
    summary: "send work back with feedback",
    examples: [
      "countersign redo @1 --issue 'Tests incomplete'",
      "git diff --stat | countersign redo cs-ab12 --message -",
    ],
    options: [
      ["--issue <text...>", "a quick issue; repeatable"],
      ["--message <text>", "what to change; - reads stdin"],
      ["--reset <how>", "keep, fresh or checkpoint"],
      ["--priority <change>", "same, bump or lower"],
    ],
    takes: "task",
    load: async () => (await import("../commands/daily/redo.ts")).redo,
  },
  {
    usage: "reject <id>",
    summary: "reject a task; it is not merged",
    examples: [
      "countersign reject @1 --reason 'not wanted'",
      "countersign reject . --reason duplicate",
    ],
    options: [["--reason <text>", "the reason; prompted for in a terminal"]],
    takes: "task",
    load: async () => (await import("../commands/daily/reject.ts")).reject,
  },
  {
    usage: "undo [id]",
    summary: "undo your last decision before it takes effect",
    examples: ["countersign undo", "countersign undo cs-ab12"],
    takes: "task",
    load: async () => (await import("../commands/daily/undo.ts")).undo,
  },
  {
    usage: "release <id>",
    summary: "release a task that is on hold",
    examples: ["countersign release @1 --retry", "countersign release cs-ab12 --grant 2"],
    options: [
      ["--set-aside <reviewer...>", "do not count what this reviewer said"],
      ["--grant <n>", "number of additional attempts"],
      ["--budget <usd>", "new budget of the task in dollars"],
      ["--reviewer <requirement=name...>", "let another reviewer answer a requirement"],
      ["--retry", "ask reviewers without a result again, or retry the merge"],
      ["--send-back", "let the author rework it"],
      ["--reject", "end the task"],
      ["--round <n>", "only if the task is still at this round"],
      ["--tree <id>", "the tree you reviewed; required in scripts"],
      ["--offered <id>", "the tree submitted during the hold; required in scripts"],
    ],
    takes: "task",
    load: async () => (await import("../commands/daily/release.ts")).release,
  },
  {
    usage: "override <id>",
    summary: "bypass the gate (owners only; recorded permanently)",
    examples: [
      "countersign override cs-ab12 --reason 'hotfix, the scanner is down'",
      "countersign override @1 --reason 'false alarm, see F-3' --dry-run",
    ],
    options: [
      ["--reason <text>", "the reason; shown with the task"],
      ["--round <n>", "only if the task is still at this round"],
      ["--tree <id>", "the tree you reviewed; required in scripts"],
    ],
    takes: "task",
    load: async () => (await import("../commands/daily/override.ts")).override,
  },
  {
    usage: "why [id]",
    summary: "explain the state of a task",
    examples: ["countersign why cs-ab12", "countersign why ."],
    takes: "task",
    load: async () => (await import("../commands/daily/why.ts")).why,
  },
  {
    usage: "diff [id]",
    summary: "show the change of a task",
    examples: ["countersign diff @1", "countersign diff . --since 1"],
    options: [
      ["--since <round>", "only changes since this round"],
      ["--no-pager", "print without a pager"],
    ],
    takes: "task",
    load: async () => (await import("../commands/daily/diff.ts")).taskDiff,
  },
];
