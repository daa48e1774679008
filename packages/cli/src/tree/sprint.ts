import type { GroupSpec } from "./spec.ts";

export const SPRINT: GroupSpec = {
  name: "sprint",
  summary: "a set of tasks that is worked with a target; one at a time",
  examples: ["countersign sprint start --all --until 08:00", "countersign sprint show"],
  otherwise: "show",
  commands: [
    {
      usage: "show",
      summary: "the sprint that runs, or else the last one",
      examples: ["countersign sprint show", "countersign sprint show --json"],
      load: async () => (await import("../commands/sprint-show.ts")).sprintShow,
    },
    {
      usage: "start [ids...]",
      summary: "start a sprint; without a target it ends when no task is ready",
      examples: [
        "countersign sprint start cs-ab12 cs-cd34 --pause-on-failure",
        "countersign sprint start --all --until 08:00",
      ],
      options: [
        ["--all", "every task that is open or sent back"],
        ["--tasks <n>", "until so many are handed in"],
        ["--until <time>", "until then: 8h, or 08:00 where you are"],
        ["--pause-on-failure", "pause when one of them is held or rejected"],
      ],
      takes: "task",
      load: async () => (await import("../commands/sprint-start.ts")).sprintStart,
    },
    {
      usage: "pause",
      summary: "refuse work that begins on its tasks; what was begun may be handed in",
      examples: ["countersign sprint pause", "countersign sprint pause --dry-run"],
      load: async () => (await import("../commands/sprint-change.ts")).sprintPause,
    },
    {
      usage: "resume",
      summary: "let a paused sprint go on",
      examples: ["countersign sprint resume", "countersign sprint resume --dry-run"],
      load: async () => (await import("../commands/sprint-change.ts")).sprintResume,
    },
    {
      usage: "add <ids...>",
      summary: "add tasks to the sprint that runs",
      examples: ["countersign sprint add cs-ab12", "countersign sprint add . --dry-run"],
      takes: "task",
      load: async () => (await import("../commands/sprint-add.ts")).sprintAdd,
    },
    {
      usage: "stop",
      summary: "end the sprint; its tasks stay as they are",
      examples: ["countersign sprint stop", "countersign sprint stop --dry-run"],
      load: async () => (await import("../commands/sprint-change.ts")).sprintStop,
    },
  ],
};
