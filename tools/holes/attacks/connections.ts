import type { Hole } from "../hole.ts";

/** Bugs in how agents are connected: hooks of one user for all repositories and worktrees. */
export const CONNECTIONS: readonly Hole[] = [
  {
    id: "hook-loads-before-it-looks",
    hole: "A hook outside of registered repositories loads everything before it ends.",
    edits: [
      {
        file: "packages/cli/src/hook/enter-hook.ts",
        find: '  const { hookCommand } = await import("./hook-command.ts");\n',
        replace: "",
      },
      {
        file: "packages/cli/src/hook/enter-hook.ts",
        find: "  const text = await readStdin(world.stdin);\n",
        replace:
          '  const { hookCommand } = await import("./hook-command.ts");\n  const text = await readStdin(world.stdin);\n',
      },
    ],
    tests: ["packages/cli/src/hook/outside.test.ts"],
  },
  {
    id: "hook-knows-no-worktrees",
    hole: "A hook in a linked worktree of a registered repository ends as if it were outside.",
    edits: [
      {
        file: "packages/cli/src/hook/is-set-up.ts",
        find: "if (stats?.isFile() === true) return linkedCommon(git);",
        replace: "if (stats?.isFile() === true) return linkedCommon(git) && git;",
      },
    ],
    tests: ["packages/cli/src/hook/is-set-up.test.ts", "packages/cli/src/hook/outside.test.ts"],
  },
];
