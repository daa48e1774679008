import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: a task waits for an actor that cannot answer. */
export const SEATS: readonly SeededBug[] = [
  {
    id: "author-gets-a-seat",
    bug: "A credential of an author gets a seat, though an author has no way to answer.",
    edits: [
      {
        in: "core/isLiveReviewer",
        code: 'if (role !== "reviewer" || engineRun.includes(actor)) return false;',
        becomes: "if (engineRun.includes(actor)) return false;",
      },
    ],
    tests: ["packages/core/src/plan/build-roster.test.ts"],
  },
  {
    id: "reviewer-of-another-repository-gets-a-seat",
    bug: "A reviewer that is connected for another repository gets a seat.",
    edits: [
      {
        in: "core/isLiveReviewer",
        code: "connection.repo === repo && nowMs",
        becomes: "nowMs",
      },
    ],
    tests: ["packages/core/src/plan/build-roster.test.ts"],
  },
  {
    id: "connection-lives-for-ever",
    bug: "A reviewer whose connection ended keeps getting seats.",
    edits: [
      {
        in: "core/isLiveReviewer",
        code: " && nowMs - connection.seenMs < LIVE_CONNECTION_MS",
        becomes: "",
      },
    ],
    tests: ["packages/core/src/plan/build-roster.test.ts"],
  },
  {
    id: "named-person-is-not-asked",
    bug: "A person whom a release names for an agent's requirement is asked as an agent and never sees the task.",
    edits: [
      {
        in: "core/seatNamed",
        code: "if (!isPerson) return",
        becomes: "return",
      },
    ],
    tests: ["packages/core/src/task/commands/decision/named-reviewers.test.ts"],
  },
  {
    id: "lost-seat-is-kept",
    bug: "A task waits on for an agent whose connection ended.",
    edits: [
      {
        in: "core/isSeatable",
        code: "return able === requirement.who.length || able >= requirement.quorum;",
        becomes: "return true;",
      },
    ],
    tests: ["packages/core/src/task/commands/review/reseat.test.ts"],
  },
  {
    id: "requirement-dropped-by-no-person",
    bug: "A requirement is dropped though no person accepted the policy that no longer asks for it.",
    edits: [
      {
        in: "core/isKept",
        code: "return options.acceptedBy === null || isStillPeer(requirement, fresh);",
        becomes: "return isStillPeer(requirement, fresh);",
      },
    ],
    tests: [
      "packages/core/src/plan/compile/recompile.test.ts",
      "packages/core/src/plan/compile/accepted-policy.test.ts",
    ],
  },
];
