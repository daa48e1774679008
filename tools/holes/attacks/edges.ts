import type { Hole } from "../hole.ts";

/** Bugs of one kind: requests get more than their credential allows. */
export const EDGES: readonly Hole[] = [
  {
    id: "stream-ignores-scope",
    hole: "A token for one task hears of every task in the stream.",
    edits: [
      {
        file: "packages/engine/src/store/event-log.ts",
        find: "        task === undefined ? undefined : eq(events.taskId, task),\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/task-scope.attack.test.ts"],
  },
  {
    id: "read-ignores-scope",
    hole: "A token for one task reads what belongs to no task.",
    edits: [
      {
        file: "packages/engine/src/access/may.ts",
        find: "if (by.task !== null && task !== by.task)",
        replace:
          'if (by.task !== null && task !== by.task && (deed !== "read" || task !== undefined))',
      },
    ],
    project: "attack",
    tests: ["test/attack/task-scope.attack.test.ts"],
  },
  {
    id: "claimed-cost-counts",
    hole: "A cost that a client reports counts against the caps.",
    edits: [
      {
        file: "packages/engine/src/commands/say.ts",
        find: "return { ...said, costUsd: 0, ...(costUsd > 0 && { claimedCostUsd: costUsd }) };",
        replace: "return { ...said, costUsd };",
      },
    ],
    project: "attack",
    tests: ["test/attack/claimed-costs.attack.test.ts"],
  },
];
