import type { CommandSpec } from "./spec.ts";

/** What is done every day; each is a single word. */
export const DAILY: readonly CommandSpec[] = [
  {
    usage: "status",
    summary: "the queue, the engine and the repositories on one screen",
    examples: ["countersign status", "countersign status --json=waitingForMe"],
    load: async () => (await import("../commands/status.ts")).status,
  },
  {
    usage: "board",
    summary: "review in the terminal; so it is without any command, where there is one",
    examples: ["countersign board", "countersign board --theme blue-orange"],
    options: [
      [
        "--theme <name>",
        "terminal, dark, light, blue-orange, high-contrast, mono or one of your own; left out: what your themes.json uses, else terminal",
      ],
      ["--no-mouse", "leave the pointer to the terminal"],
      ["--screen-reader", "lines in words, added and never drawn again"],
    ],
    load: async () => (await import("../commands/board.ts")).board,
  },
  {
    usage: "tour",
    summary: "the board with five sample tasks; nothing is stored",
    examples: ["countersign tour", "countersign tour --ascii"],
    options: [
      ["--theme <name>", "as with countersign board"],
      ["--no-mouse", "as with countersign board"],
      ["--screen-reader", "as with countersign board"],
    ],
    load: async () => (await import("../commands/tour.ts")).tour,
  },
  {
    usage: "inbox",
    summary: "what waits for you, longest wait first",
    examples: ["countersign inbox", "countersign inbox --all --order risk"],
    options: [
      ["--section <name>", "held, yours, ready, others, reviewers, agents or done"],
      ["--mine", "only what waits for you; so it is without --all"],
      ["--all", "also what waits for others, and what ended today"],
      ["--order <how>", "risk, oldest or smallest; left out: oldest"],
      ["--limit <n>", "at most so many"],
      ["--after <cursor>", "the page after this one"],
    ],
    load: async () => (await import("../commands/inbox.ts")).inbox,
  },
  {
    usage: "approve <ids...>",
    summary: "approve exactly what you were shown",
    examples: ["countersign approve @1", "countersign approve cs-ab12 cs-cd34 --note 'tried it'"],
    options: [
      ["--note <text>", "what you want to say with it; the author reads it"],
      ["--round <n>", "only if it still is at this round"],
      ["--tree <id>", "the tree you looked at; needed in a script"],
      ["--requirement <id>", "which requirement, where several wait for you"],
    ],
    takes: "task",
    load: async () => (await import("../commands/approve.ts")).approve,
  },
  {
    usage: "redo <id>",
    summary: "send work back with feedback",
    examples: [
      "countersign redo @1 --issue 'Tests incomplete'",
      "git diff --stat | countersign redo cs-ab12 --message -",
    ],
    options: [
      ["--issue <text...>", "a quick issue; may be given several times"],
      ["--message <text>", "what to do; - reads it from stdin"],
      ["--reset <how>", "keep, fresh or checkpoint"],
      ["--priority <change>", "same, bump or lower"],
    ],
    takes: "task",
    load: async () => (await import("../commands/redo.ts")).redo,
  },
  {
    usage: "reject <id>",
    summary: "end a task without a merge",
    examples: [
      "countersign reject @1 --reason 'not wanted'",
      "countersign reject . --reason duplicate",
    ],
    options: [["--reason <text>", "why; it is asked for in a terminal"]],
    takes: "task",
    load: async () => (await import("../commands/reject.ts")).reject,
  },
  {
    usage: "undo [id]",
    summary: "take your last decision back while nothing has left the house",
    examples: ["countersign undo", "countersign undo cs-ab12"],
    takes: "task",
    load: async () => (await import("../commands/undo.ts")).undo,
  },
  {
    usage: "release <id>",
    summary: "let a held task go on",
    examples: ["countersign release @1 --retry", "countersign release cs-ab12 --grant 2"],
    options: [
      ["--set-aside <reviewer...>", "do not count what this reviewer said"],
      ["--grant <n>", "number of additional attempts"],
      ["--budget <usd>", "raise the task's budget to this"],
      ["--reviewer <requirement=name...>", "let another reviewer answer a requirement"],
      ["--retry", "ask reviewers without a result again, or retry the merge"],
      ["--send-back", "let the author rework it"],
      ["--reject", "end the task"],
      ["--round <n>", "only if it still is at this round"],
      ["--tree <id>", "the tree you looked at; needed in a script"],
      ["--offered <id>", "the tree submitted while held; needed in a script if there is one"],
    ],
    takes: "task",
    load: async () => (await import("../commands/release.ts")).release,
  },
  {
    usage: "override <id>",
    summary: "go past the gate: owners only, and it stays visible for ever",
    examples: [
      "countersign override cs-ab12 --reason 'hotfix, the scanner is down'",
      "countersign override @1 --reason 'false alarm, see F-3' --dry-run",
    ],
    options: [
      ["--reason <text>", "why; it is shown wherever the task is"],
      ["--round <n>", "only if it still is at this round"],
      ["--tree <id>", "the tree you looked at; needed in a script"],
    ],
    takes: "task",
    load: async () => (await import("../commands/override.ts")).override,
  },
  {
    usage: "why [id]",
    summary: "why a task stands where it stands",
    examples: ["countersign why cs-ab12", "countersign why ."],
    takes: "task",
    load: async () => (await import("../commands/why.ts")).why,
  },
  {
    usage: "diff [id]",
    summary: "what a task changes",
    examples: ["countersign diff @1", "countersign diff . --since 1"],
    options: [
      ["--since <round>", "only what changed since this round"],
      ["--no-pager", "print it at once"],
    ],
    takes: "task",
    load: async () => (await import("../commands/task-diff.ts")).taskDiff,
  },
];
