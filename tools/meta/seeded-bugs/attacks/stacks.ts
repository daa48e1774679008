import type { SeededBug } from "../seeded-bug.ts";

const TESTS = ["test/attack/stacked-base.attack.test.ts"];

/** Bugs of one kind: bytes below an approved change reach the target without their own approval. */
export const STACKS: readonly SeededBug[] = [
  {
    id: "base-task-not-awaited",
    bug: "Approved work is merged before the task that it is built on.",
    edits: [
      {
        in: "core/requireBaseMerged",
        code: 'if (base !== null) refuse("on_hold",',
        becomes: 'if (base === "") refuse("on_hold",',
      },
      {
        in: "core/approveContent",
        code: "if (awaitedBase(approved.task) !== null) return approved;",
        becomes: "",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "rejected-base-task",
    bug: "The content of a rejected task is a base.",
    edits: [
      {
        in: "engine/match",
        code: ' || state.state === "rejected") return null;',
        becomes: ") return null;",
      },
      {
        in: "core/placeOnBase",
        code: '  if (state.state === "rejected")\n    return refuse(',
        becomes: '  if (state.state === "open" && state.round === null)\n    return refuse(',
      },
      {
        in: "core/baseStanding",
        code: 'return task.isUndoable && isCurrent ? "waiting" : "rejected";',
        becomes: 'return isCurrent ? "waiting" : "rejected";',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "changed-base-task",
    bug: "An approval outlives the content that it was built on.",
    edits: [
      {
        in: "core/baseStanding",
        code: "const isCurrent = task.heads.includes(base);",
        becomes: "const isCurrent = task.heads.includes(base) || task.heads.length > 0;",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "judges-of-a-base-task",
    bug: "Files that steer a check come from an unaccepted base task.",
    edits: [
      {
        in: "engine/readJudges",
        code: "from.accepted ?? from.base",
        becomes: "from.base",
      },
    ],
    project: "attack",
    tests: TESTS,
  },
];
