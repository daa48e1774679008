import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: requests get more than their credential allows. */
export const EDGES: readonly SeededBug[] = [
  {
    id: "stream-ignores-scope",
    bug: "A token for one task gets the events of all tasks in the stream.",
    edits: [
      {
        in: "engine/readStream",
        code: "        task === undefined ? undefined : eq(events.taskId, task),\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/task-scope.attack.test.ts"],
  },
  {
    id: "read-ignores-scope",
    bug: "A token for one task reads what belongs to no task.",
    edits: [
      {
        in: "engine/requirePermission",
        code: "if (by.task !== null && task !== by.task)",
        becomes:
          'if (by.task !== null && task !== by.task && (deed !== "read" || task !== undefined))',
      },
    ],
    project: "attack",
    tests: ["test/attack/task-scope.attack.test.ts"],
  },
  {
    id: "claimed-cost-counts",
    bug: "A cost that a client reports counts against the caps.",
    edits: [
      {
        in: "engine/withoutCost",
        code: "return { ...said, costUsd: 0, ...(costUsd > 0 && { claimedCostUsd: costUsd }) };",
        becomes: "return { ...said, costUsd };",
      },
    ],
    project: "attack",
    tests: ["test/attack/claimed-costs.attack.test.ts"],
  },
  {
    id: "streams-without-a-share",
    bug: "One credential opens all the streams that there are.",
    edits: [
      {
        in: "server/addEventRoute",
        code: "own < perCredential ? 0 : RETRY_SECONDS",
        becomes: "own < perCredential ? 0 : 0 * RETRY_SECONDS",
      },
    ],
    project: "attack",
    tests: ["test/attack/limits.attack.test.ts"],
  },
  {
    id: "silent-connections-stay",
    bug: "Connections without a request take every place.",
    edits: [
      {
        in: "server/serve",
        code: "  closeSilent(server);\n",
        becomes: "  void closeSilent;\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/limits.attack.test.ts"],
  },
  {
    id: "guesses-without-limit",
    bug: "An address may guess tokens as fast as the database answers.",
    edits: [
      {
        in: "server/limitRequests",
        code: "if (!isKnown) requireRoom(guesses.take(source)",
        becomes: "if (!isKnown) requireRoom(0 * guesses.take(source)",
      },
    ],
    project: "attack",
    tests: ["test/attack/limits.attack.test.ts"],
  },
];
