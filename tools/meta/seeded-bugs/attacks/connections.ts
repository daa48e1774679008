import type { SeededBug } from "../seeded-bug.ts";

/** Bugs in how agents are connected: hooks of one user for all repositories and worktrees. */
export const CONNECTIONS: readonly SeededBug[] = [
  {
    id: "hook-loads-before-it-looks",
    bug: "A hook outside of registered repositories loads everything before it ends.",
    edits: [
      {
        in: "cli/startHook",
        code: '  const { runHookProcess } = await import("./run-hook-process.ts");\n',
        becomes: "",
      },
      {
        in: "cli/startHook",
        code: "  const text = await readStdin(world.stdin);\n",
        becomes:
          '  const { runHookProcess } = await import("./run-hook-process.ts");\n  const text = await readStdin(world.stdin);\n',
      },
    ],
    tests: ["packages/cli/src/hook/outside.test.ts"],
  },
  {
    id: "hook-knows-no-worktrees",
    bug: "A hook in a linked worktree of a registered repository ends as if it were outside.",
    edits: [
      {
        in: "cli/commonAt",
        code: "if (stats?.isFile() === true) return linkedCommon(git);",
        becomes: "if (stats?.isFile() === true) return linkedCommon(git) && git;",
      },
    ],
    tests: ["packages/cli/src/hook/is-set-up.test.ts", "packages/cli/src/hook/outside.test.ts"],
  },
  {
    id: "event-counts-twice",
    bug: "A stop that the user's and a repository's settings both report submits work twice.",
    edits: [
      {
        in: "cli/claimEvent",
        code: "const name = hashedFileName(event, input);",
        becomes: "const name = hashedFileName(event, input, source);",
      },
    ],
    tests: [
      "packages/cli/src/hook/sessions/claim-event.test.ts",
      "packages/cli/src/hook/run-hook.test.ts",
    ],
  },
  {
    id: "undo-disconnects-other-repositories",
    bug: "Taking one repository back removes the user's connection that another one needs.",
    edits: [
      {
        in: "cli/planEdit",
        code: "return keep(addition, isMine ? null : last);",
        becomes: "return keep(addition, isMine || !isUntouched ? null : last);",
      },
    ],
    tests: ["packages/cli/src/init/plan/plan-files.test.ts"],
  },
  {
    id: "secrets-of-an-agent-are-copied",
    bug: "init keeps a copy of the file in which Claude Code has keys.",
    edits: [
      {
        in: "cli/recordOf",
        code: "return isLive && before !== null",
        becomes: "return isLive && before === null",
      },
    ],
    tests: ["packages/cli/src/init/plan/plan-files.test.ts"],
  },
  {
    id: "former-entries-stay",
    bug: "Entries that release 0.1 wrote into a repository are not recognised as ours.",
    edits: [
      {
        in: "cli/hooks",
        code: "return Object.entries(events).map(",
        becomes: "return Object.entries(events).slice(0, 2).map(",
      },
    ],
    tests: ["packages/cli/src/init/plan/former-files.test.ts"],
  },
  {
    id: "two-policy-files",
    bug: "Of two policy files at the root one counts silently.",
    edits: [
      {
        in: "engine/readMainFile",
        code: "if (second !== undefined) {",
        becomes: "if (second === first) {",
      },
    ],
    tests: ["packages/engine/src/policy/read-policy.test.ts"],
  },
  {
    id: "own-files-are-submitted",
    bug: "Files that differ from the commit in entries of countersign only are part of a change.",
    edits: [
      {
        in: "core/differsInOwnEntriesOnly",
        code: "if (own === undefined || before === after) return false;",
        becomes: "if (own === undefined || before !== after) return false;",
      },
    ],
    tests: [
      "packages/core/src/content/own-entries.test.ts",
      "packages/cli/src/init/plan/former-files.test.ts",
    ],
  },
  {
    id: "work-beside-own-entries-is-dropped",
    bug: "A file with entries of countersign is left out although the agent changed it too.",
    edits: [
      {
        in: "core/differsInOwnEntriesOnly",
        code: "&& was?.rest === is?.rest;",
        becomes: "&& was !== is;",
      },
    ],
    tests: ["packages/core/src/content/own-entries.test.ts"],
  },
  {
    id: "untrusted-codex-hooks-are-fine",
    bug: "Hooks that Codex does not run are called set up.",
    edits: [
      {
        in: "cli/isTrusted",
        code: "return (await untrustedCodexHooks(env)).length === 0;",
        becomes: "return (await untrustedCodexHooks(env)).length >= 0;",
      },
    ],
    tests: ["packages/cli/src/doctor/check-agents.test.ts"],
  },
  {
    id: "worktree-without-hooks-is-silent",
    bug: "No notice appears for work in a worktree in which no hook ran.",
    edits: [
      {
        in: "cli/worktreeCoverage",
        code: "hook.root === root && hook.atMs >= createdMs",
        becomes: "hook.root === root || hook.atMs >= createdMs",
      },
    ],
    tests: ["packages/cli/src/connections/worktree-coverage.test.ts"],
  },
];
