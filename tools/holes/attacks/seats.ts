import type { Hole } from "../hole.ts";

/** Bugs of one kind: a task waits for an actor that cannot answer. */
export const SEATS: readonly Hole[] = [
  {
    id: "author-gets-a-seat",
    hole: "A credential of an author gets a seat, though an author has no way to answer.",
    edits: [
      {
        file: "packages/core/src/plan/build-roster.ts",
        find: 'if (role !== "reviewer" || engineRun.includes(actor)) return false;',
        replace: "if (engineRun.includes(actor)) return false;",
      },
    ],
    tests: ["packages/core/src/plan/build-roster.test.ts"],
  },
  {
    id: "reviewer-of-another-repository-gets-a-seat",
    hole: "A reviewer that is connected for another repository gets a seat.",
    edits: [
      {
        file: "packages/core/src/plan/build-roster.ts",
        find: "connection.repo === repo && nowMs",
        replace: "nowMs",
      },
    ],
    tests: ["packages/core/src/plan/build-roster.test.ts"],
  },
  {
    id: "connection-lives-for-ever",
    hole: "A reviewer whose connection ended keeps getting seats.",
    edits: [
      {
        file: "packages/core/src/plan/build-roster.ts",
        find: " && nowMs - connection.seenMs < LIVE_CONNECTION_MS",
        replace: "",
      },
    ],
    tests: ["packages/core/src/plan/build-roster.test.ts"],
  },
  {
    id: "named-person-is-not-asked",
    hole: "A person whom a release names for an agent's requirement is asked as an agent and never sees the task.",
    edits: [
      {
        file: "packages/core/src/plan/name-reviewer.ts",
        find: "if (!isPerson) return",
        replace: "return",
      },
    ],
    tests: ["packages/core/src/task/named-reviewers.test.ts"],
  },
  {
    id: "lost-seat-is-kept",
    hole: "A task waits on for an agent whose connection ended.",
    edits: [
      {
        file: "packages/core/src/plan/keep-seats.ts",
        find: "return able === requirement.who.length || able >= requirement.quorum;",
        replace: "return true;",
      },
    ],
    tests: ["packages/core/src/task/reseat.test.ts"],
  },
  {
    id: "requirement-dropped-by-no-person",
    hole: "A requirement is dropped though no person accepted the policy that no longer asks for it.",
    edits: [
      {
        file: "packages/core/src/plan/recompile.ts",
        find: "return options.acceptedBy === null || isStillPeer(requirement, fresh);",
        replace: "return isStillPeer(requirement, fresh);",
      },
    ],
    tests: [
      "packages/core/src/plan/recompile.test.ts",
      "packages/core/src/plan/accepted-policy.test.ts",
    ],
  },
];
