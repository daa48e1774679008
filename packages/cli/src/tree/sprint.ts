import type { GroupSpec } from "./spec.ts";

export const SPRINT: GroupSpec = {
  name: "sprint",
  summary: "manage the sprint, a set of tasks with a target",
  examples: ["countersign sprint start --all --until 08:00", "countersign sprint show"],
  otherwise: "show",
  commands: [
    {
      usage: "show",
      summary: "show the running sprint, or the last one",
      examples: ["countersign sprint show", "countersign sprint show --json"],
      load: async () => (await import("../commands/sprint/show.ts")).sprintShow,
    },
    {
      usage: "start [ids...]",
      summary: "start a sprint (default target: until no task is ready)",
      examples: [
        "countersign sprint start cs-ab12 cs-cd34 --pause-on-failure",
        "countersign sprint start --all --until 08:00",
      ],
      options: [
        ["--all", "every task that is open or sent back to its author"],
        ["--tasks <n>", "end after this many submitted tasks"],
        ["--until <time>", "end time: 8h, or 08:00 local time"],
        ["--pause-on-failure", "pause when a task is held or rejected"],
      ],
      takes: "task",
      load: async () => (await import("../commands/sprint/start.ts")).sprintStart,
    },
    {
      usage: "pause",
      summary: "pause the sprint; tasks in progress can still be submitted",
      examples: ["countersign sprint pause", "countersign sprint pause --dry-run"],
      load: async () => (await import("../commands/sprint/change-sprint.ts")).sprintPause,
    },
    {
      usage: "resume",
      summary: "resume a paused sprint",
      examples: ["countersign sprint resume", "countersign sprint resume --dry-run"],
      load: async () => (await import("../commands/sprint/change-sprint.ts")).sprintResume,
    },
    {
      usage: "add <ids...>",
      summary: "add tasks to the running sprint",
      examples: ["countersign sprint add cs-ab12", "countersign sprint add . --dry-run"],
      takes: "task",
      load: async () => (await import("../commands/sprint/add.ts")).sprintAdd,
    },
    {
      usage: "stop",
      summary: "end the sprint; its tasks keep their state",
      examples: ["countersign sprint stop", "countersign sprint stop --dry-run"],
      load: async () => (await import("../commands/sprint/change-sprint.ts")).sprintStop,
    },
  ],
};
