import type { Hole } from "../hole.ts";

const TESTS = ["test/attack/stacked-base.attack.test.ts"];

/** Bugs of one kind: bytes below an approved change reach the target without their own approval. */
export const STACKS: readonly Hole[] = [
  {
    id: "base-task-not-awaited",
    hole: "Approved work is merged before the task that it is built on.",
    edits: [
      {
        file: "packages/core/src/task/merge.ts",
        find: 'if (base !== null) refuse("on_hold",',
        replace: 'if (base === "") refuse("on_hold",',
      },
      {
        file: "packages/core/src/task/carry-out.ts",
        find: "if (awaitedBase(approved.task) !== null) return approved;",
        replace: "",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "rejected-base-task",
    hole: "The content of a rejected task is a base.",
    edits: [
      {
        file: "packages/engine/src/commands/stacked-base.ts",
        find: ' || state.state === "rejected") return null;',
        replace: ") return null;",
      },
      {
        file: "packages/core/src/task/base-task.ts",
        find: '  if (state.state === "rejected")\n    return refuse(',
        replace: '  if (state.state === "open" && state.round === null)\n    return refuse(',
      },
      {
        file: "packages/core/src/task/base-task.ts",
        find: 'return task.isUndoable && isCurrent ? "waiting" : "rejected";',
        replace: 'return isCurrent ? "waiting" : "rejected";',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "changed-base-task",
    hole: "An approval outlives the content that it was built on.",
    edits: [
      {
        file: "packages/core/src/task/base-task.ts",
        find: "const isCurrent = task.heads.includes(base);",
        replace: "const isCurrent = task.heads.includes(base) || task.heads.length > 0;",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "judges-of-a-base-task",
    hole: "Files that steer a check come from a task below that nobody has accepted.",
    edits: [
      {
        file: "packages/engine/src/checks/read-judges.ts",
        find: "from.accepted ?? from.base",
        replace: "from.base",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
];
