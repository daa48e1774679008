import { DAILY } from "./daily.ts";
import type { CommandSpec, GroupSpec } from "./spec.ts";

const OWN: readonly CommandSpec[] = [
  {
    usage: "list",
    summary: "tasks, last changed first",
    examples: ["countersign task list", "countersign task list --state reviewing,held"],
    options: [
      ["--state <states>", "only these states, separated by commas"],
      ["--turn <holder>", "person, agent, reviewers, checks, engine or nobody"],
      ["--who <name>", "only what waits for this person or agent"],
      ["--priority <p>", "P0, P1 or P2"],
      ["--here", "only tasks of this repository"],
      ["--limit <n>", "at most so many"],
      ["--after <cursor>", "the page after this one"],
    ],
    load: async () => (await import("../commands/task-list.ts")).taskList,
  },
  {
    usage: "show [id]",
    summary: "a task with its round, requirements and findings",
    examples: ["countersign task show cs-ab12", "countersign task show . --json=state,gate"],
    takes: "task",
    load: async () => (await import("../commands/task-show.ts")).taskShow,
  },
  {
    usage: "log [id]",
    summary: "everything that happened to a task",
    examples: ["countersign task log cs-ab12", "countersign task log . --json"],
    options: [["--from <seq>", "from this entry on"]],
    takes: "task",
    load: async () => (await import("../commands/task-log.ts")).taskLog,
  },
  {
    usage: "add <title>",
    summary: "open a task for this repository",
    examples: [
      "countersign task add 'Fix the login'",
      "countersign task add 'Pay twice' --priority P0",
    ],
    options: [
      ["--id <id>", "the id that your tracker gave it"],
      ["--type <type>", "which chain it goes through, such as code"],
      ["--department <name>", "whose work it is"],
      ["--priority <p>", "P0, P1 or P2"],
      ["--label <name...>", "a label; may be given several times"],
      ["--assignee <agent>", "who shall do it"],
    ],
    load: async () => (await import("../commands/task-add.ts")).taskAdd,
  },
  {
    usage: "claim <id>",
    summary: "begin to work on a task",
    examples: ["countersign task claim cs-ab12", "countersign task claim cs-ab12 --json"],
    takes: "task",
    load: async () => (await import("../commands/task-claim.ts")).taskClaim,
  },
  {
    usage: "cancel <ids...>",
    summary: "give tasks up",
    examples: [
      "countersign task cancel cs-ab12 --reason 'no longer needed'",
      "countersign task cancel cs-ab12 cs-cd34 --reason duplicate",
    ],
    options: [["--reason <text>", "why; it is asked for in a terminal"]],
    takes: "task",
    load: async () => (await import("../commands/task-cancel.ts")).taskCancel,
  },
  {
    usage: "reopen <ids...>",
    summary: "open finished or rejected tasks again",
    examples: ["countersign task reopen cs-ab12", "countersign task reopen cs-ab12 --dry-run"],
    takes: "task",
    load: async () => (await import("../commands/task-reopen.ts")).taskReopen,
  },
  {
    usage: "mode <id> <mode>",
    summary: "ask for per-task, batch, auto or skip; an agent can only make it stricter",
    examples: ["countersign task mode cs-ab12 per-task", "countersign task mode . batch"],
    takes: "task",
    load: async () => (await import("../commands/task-mode.ts")).taskMode,
  },
  {
    usage: "later <ids...>",
    summary: "out of your own inbox for 1h, until tomorrow, or until it changes",
    examples: ["countersign task later @1 tomorrow", "countersign task later @1 change"],
    options: [["--until <time>", "2h, tomorrow, change, or now to have it back; left out: 1h"]],
    takes: "task",
    load: async () => (await import("../commands/task-later.ts")).taskLater,
  },
  {
    usage: "committed",
    summary: "which task this branch is; git's post-commit hook calls this",
    examples: ["countersign task committed", "countersign task committed --json"],
    hidden: true,
    load: async () => (await import("../commands/task-committed.ts")).taskCommitted,
  },
  {
    usage: "submit",
    summary: "hand in what is in this directory, also what is not committed",
    examples: [
      "countersign task submit --title 'Fix the login'",
      "countersign task submit --task cs-ab12 --message 'the race is closed'",
    ],
    options: [
      ["--task <id>", "the task; left out: the one of this branch"],
      ["--title <text>", "opens a task when this branch has none"],
      ["--agent <name>", "the agent whose work it is, when you hand in for it"],
      ["--message <text>", "what was done; - reads it from stdin"],
      ["--signal <word>", "DONE, PARTIAL or BLOCKED"],
      ["--base <commit>", "the commit that the work began from"],
      ["--type <type>", "ask for the chain of this type, if it is stricter"],
      ["--committed", "only what is committed on this branch"],
      ["--answer <finding=status:note...>", "fixed, answered or wont_fix, for one finding"],
    ],
    load: async () => (await import("../commands/task-submit.ts")).taskSubmit,
  },
];

const ALSO_HERE = new Set(["approve", "redo", "reject", "undo", "release", "override", "diff"]);

export const TASK: GroupSpec = {
  name: "task",
  summary: "tasks: list, show, diff, log, add, claim, submit, decide, put off",
  examples: ["countersign task list", "countersign task submit --title 'Fix the login'"],
  commands: [...OWN, ...DAILY.filter(({ usage }) => ALSO_HERE.has(usage.split(" ")[0] ?? ""))],
};
