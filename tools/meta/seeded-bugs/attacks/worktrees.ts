import type { SeededBug } from "../seeded-bug.ts";

const TESTS = ["test/mcp/worktrees.test.ts"];

/** Bugs of one kind: work of one worktree reaches another one's task. */
export const WORKTREES: readonly SeededBug[] = [
  {
    id: "work-is-told-in-any-worktree",
    bug: "Returned work is announced to the same agent in another worktree.",
    edits: [
      {
        in: "core/isHere",
        code: "isSameLocation(location, worker.location)",
        becomes: "isSameLocation(location, location)",
      },
    ],
    tests: TESTS,
  },
  {
    id: "claim-in-any-worktree",
    bug: "An agent takes up work that it began in another worktree.",
    edits: [
      {
        in: "core/requireHere",
        code: "if (isSameLocation(known, location)) return;",
        becomes: "if (isSameLocation(location, location)) return;",
      },
    ],
    tests: [...TESTS, "packages/core/src/task/model/location.test.ts"],
  },
  {
    id: "submission-takes-the-backlog",
    bug: "A submission that names no task takes the first open task of the backlog.",
    edits: [
      {
        in: "mcp/bodyOf",
        code: "given.assignment_id ?? (await session.me()).task;",
        becomes:
          'given.assignment_id ?? (await (await import("../find-work.ts")).nextWork(session)).assignment?.task ?? null;',
      },
    ],
    tests: TESTS,
  },
  {
    id: "work-outside-of-repositories",
    bug: "An agent outside of registered repositories gets work of other repositories.",
    edits: [
      {
        in: "mcp/nextWork",
        code: 'if (place.is === "outside") return { assignment: null, occupiedBy: null };\n  const query = place.is === "remote" ?',
        becomes: 'const query = place.is !== "worktree" ?',
      },
    ],
    tests: TESTS,
  },
];
