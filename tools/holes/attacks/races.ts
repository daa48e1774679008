import type { Hole } from "../hole.ts";

/** Bugs between what was shown and what is decided, and on the paths around it. */
export const RACES: readonly Hole[] = [
  {
    id: "accepted-tip-overwritten",
    hole: "A commit is accepted over another one that was accepted meanwhile",
    edits: [
      {
        file: "packages/engine/src/effects/follow-target.ts",
        find: "    if (accepted !== repository.tip) return { superseded: accepted !== tip };\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/accepted-tip.attack.test.ts"],
  },
  {
    id: "agents-read-credentials",
    hole: "The diff of a task shows credentials to agents",
    edits: [
      {
        file: "packages/engine/src/commands/diff.ts",
        find: 'return by.actor.kind === "human" ? { ...shown, covered: 0 } : redactDiff(shown);',
        replace: 'return by.actor.kind === "check" ? redactDiff(shown) : { ...shown, covered: 0 };',
      },
    ],
    project: "attack",
    tests: ["test/attack/read-credentials.attack.test.ts"],
  },
  {
    id: "people-forget-repositories",
    hole: "Any person's token removes a repository",
    edits: [
      {
        file: "packages/engine/src/access/may.ts",
        find: 'remove_repository: ["admin"]',
        replace: 'remove_repository: ["human", "admin"]',
      },
      {
        file: "packages/api/src/routes/repositories.ts",
        find: '    summary: "Forget a repository that has no task",\n    roles: ["admin"],',
        replace:
          '    summary: "Forget a repository that has no task",\n    roles: ["human", "admin"],',
      },
    ],
    project: "attack",
    tests: ["test/attack/registration.attack.test.ts"],
  },
  {
    id: "verified-policy-blocks-registering",
    hole: "One policy that asks for presence keeps every further repository out",
    edits: [
      {
        file: "packages/engine/src/access/may.ts",
        find: "  add_repository: false,",
        replace: "  add_repository: true,",
      },
      {
        file: "packages/engine/src/commands/repositories.ts",
        find: "  if (known !== null && wanted.config === undefined) return known;\n",
        replace:
          '  if (known !== null && wanted.config === undefined) return known;\n  await requirePresentFor(parts, by, "add_repository");\n',
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
  {
    id: "host-paths-in-the-sandbox",
    hole: "The options of the sandbox can be read from inside of it",
    edits: [
      {
        file: "packages/adapters/src/process/sandbox-command.ts",
        find: '    ...[program, "--args", String(OPTIONS_FD)],',
        replace: "    ...[program, ...options],",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "change-names-its-own-target",
    hole: "A change names the branch whose policy judges it",
    edits: [
      {
        file: "packages/engine/src/rounds/pin-change.ts",
        find: "  for (const place of ROOTS) {",
        replace:
          "  const own = await findNamed(mirror, repository, head);\n  if (own !== null) return own;\n  for (const place of ROOTS) {",
      },
    ],
    project: "unit",
    tests: ["packages/cli/src/gate/local-work.test.ts"],
  },
];
