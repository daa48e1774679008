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
  {
    id: "event-counts-twice",
    hole: "A stop that the user's and a repository's settings both report submits work twice.",
    edits: [
      {
        file: "packages/cli/src/hook/hear-once.ts",
        find: "const name = nameFor(event, input);",
        replace: "const name = nameFor(event, input, source);",
      },
    ],
    tests: ["packages/cli/src/hook/hear-once.test.ts", "packages/cli/src/hook/run-hook.test.ts"],
  },
  {
    id: "undo-disconnects-other-repositories",
    hole: "Taking one repository back removes the user's connection that another one needs.",
    edits: [
      {
        file: "packages/cli/src/init/plan-files.ts",
        find: "return keep(addition, isMine ? null : last);",
        replace: "return keep(addition, isMine || !isUntouched ? null : last);",
      },
    ],
    tests: ["packages/cli/src/init/plan-files.test.ts"],
  },
  {
    id: "secrets-of-an-agent-are-copied",
    hole: "init keeps a copy of the file in which Claude Code has keys.",
    edits: [
      {
        file: "packages/cli/src/init/plan-files.ts",
        find: "return isLive && before !== null",
        replace: "return isLive && before === null",
      },
    ],
    tests: ["packages/cli/src/init/plan-files.test.ts"],
  },
  {
    id: "former-entries-stay",
    hole: "Entries that release 0.1 wrote into a repository are not recognised as ours.",
    edits: [
      {
        file: "packages/cli/src/init/former-files.ts",
        find: "return Object.entries(events).map(",
        replace: "return Object.entries(events).slice(0, 2).map(",
      },
    ],
    tests: ["packages/cli/src/init/former-files.test.ts"],
  },
  {
    id: "two-policy-files",
    hole: "Of two policy files at the root one counts silently.",
    edits: [
      {
        file: "packages/engine/src/config/read-policy.ts",
        find: "if (second !== undefined) {",
        replace: "if (second === first) {",
      },
    ],
    tests: ["packages/engine/src/config/read-policy.test.ts"],
  },
  {
    id: "own-files-are-submitted",
    hole: "Files that differ from the commit in entries of countersign only are part of a change.",
    edits: [
      {
        file: "packages/core/src/content/own-entries.ts",
        find: "if (own === undefined || before === after) return false;",
        replace: "if (own === undefined || before !== after) return false;",
      },
    ],
    tests: [
      "packages/core/src/content/own-entries.test.ts",
      "packages/cli/src/init/former-files.test.ts",
    ],
  },
  {
    id: "work-beside-own-entries-is-dropped",
    hole: "A file with entries of countersign is left out although the agent changed it too.",
    edits: [
      {
        file: "packages/core/src/content/own-entries.ts",
        find: "&& was?.rest === is?.rest;",
        replace: "&& was !== is;",
      },
    ],
    tests: ["packages/core/src/content/own-entries.test.ts"],
  },
  {
    id: "untrusted-codex-hooks-are-fine",
    hole: "Hooks that Codex does not run are called set up.",
    edits: [
      {
        file: "packages/cli/src/connections/connected-agents.ts",
        find: "return (await untrustedCodexHooks(env)).length === 0;",
        replace: "return (await untrustedCodexHooks(env)).length >= 0;",
      },
    ],
    tests: ["packages/cli/src/doctor/check-agents.test.ts"],
  },
  {
    id: "worktree-without-hooks-is-silent",
    hole: "Nobody is told of work in a worktree in which no hook was heard.",
    edits: [
      {
        file: "packages/cli/src/connections/worktree-coverage.ts",
        find: "hook.root === root && hook.atMs >= createdMs",
        replace: "hook.root === root || hook.atMs >= createdMs",
      },
    ],
    tests: ["packages/cli/src/connections/worktree-coverage.test.ts"],
  },
];
