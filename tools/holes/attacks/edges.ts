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
  {
    id: "streams-without-a-share",
    hole: "One credential opens all the streams that there are.",
    edits: [
      {
        file: "packages/server/src/routes/events.ts",
        find: "own < perCredential ? 0 : RETRY_SECONDS",
        replace: "own < perCredential ? 0 : 0 * RETRY_SECONDS",
      },
    ],
    project: "attack",
    tests: ["test/attack/limits.attack.test.ts"],
  },
  {
    id: "silent-connections-stay",
    hole: "Connections without a request take every place.",
    edits: [
      {
        file: "packages/server/src/serve.ts",
        find: "  closeSilent(server);\n",
        replace: "  void closeSilent;\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/limits.attack.test.ts"],
  },
  {
    id: "guesses-without-limit",
    hole: "An address may guess tokens as fast as the database answers.",
    edits: [
      {
        file: "packages/server/src/guards/limit-requests.ts",
        find: "if (!isKnown) requireRoom(guesses.take(source)",
        replace: "if (!isKnown) requireRoom(0 * guesses.take(source)",
      },
    ],
    project: "attack",
    tests: ["test/attack/limits.attack.test.ts"],
  },
];
