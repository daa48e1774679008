import type { Hole } from "../hole.ts";

const TESTS = ["test/mcp/worktrees.test.ts"];

/** Bugs of one kind: work of one worktree reaches another one's task. */
export const WORKTREES: readonly Hole[] = [
  {
    id: "work-is-told-in-any-worktree",
    hole: "Work that came back is told to the same agent in another worktree.",
    edits: [
      {
        file: "packages/core/src/sprint/choose-assignment.ts",
        find: "isSameLocation(location, worker.location)",
        replace: "isSameLocation(location, location)",
      },
    ],
    tests: TESTS,
  },
  {
    id: "claim-in-any-worktree",
    hole: "An agent takes up work that it began in another worktree.",
    edits: [
      {
        file: "packages/core/src/task/work.ts",
        find: "if (isSameLocation(known, location)) return;",
        replace: "if (isSameLocation(location, location)) return;",
      },
    ],
    tests: [...TESTS, "packages/core/src/task/location.test.ts"],
  },
  {
    id: "submission-takes-the-backlog",
    hole: "A submission that names no task takes the first open task of the backlog.",
    edits: [
      {
        file: "packages/mcp/src/tools/submit-for-review.ts",
        find: "given.assignment_id ?? (await session.me()).task;",
        replace: "given.assignment_id ?? (await nextWork(session)).assignment?.task ?? null;",
      },
      {
        file: "packages/mcp/src/tools/submit-for-review.ts",
        find: 'import { defineTool, Id, Next } from "../tool.ts";',
        replace:
          'import { nextWork } from "../find-work.ts";\nimport { defineTool, Id, Next } from "../tool.ts";',
      },
    ],
    tests: TESTS,
  },
  {
    id: "work-outside-of-repositories",
    hole: "An agent outside of registered repositories gets work of other repositories.",
    edits: [
      {
        file: "packages/mcp/src/find-work.ts",
        find: 'if (place.is === "outside") return { assignment: null, occupiedBy: null };\n  const query = place.is === "remote" ?',
        replace: 'const query = place.is !== "worktree" ?',
      },
    ],
    tests: TESTS,
  },
];
