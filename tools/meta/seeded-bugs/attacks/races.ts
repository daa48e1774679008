import type { SeededBug } from "../seeded-bug.ts";

/** Bugs between what was shown and what is decided, and on the paths around it. */
export const RACES: readonly SeededBug[] = [
  {
    id: "release-of-unseen-work",
    bug: "The command line releases whatever was submitted while the task is held",
    edits: [
      {
        in: "cli/requireShownOffer",
        code: "  if (isNamed || (named === undefined && shown?.offered === now)) return;",
        becomes: "  if (isNamed || shown !== undefined) return;",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-races.attack.test.ts"],
  },
  {
    id: "put-off-unseen-work",
    bug: "The command line puts off a round that came after the person looked",
    edits: [
      {
        in: "cli/lastShownEntry",
        code: "  if (shown === null) return view.seq;",
        becomes: "  if (shown?.round !== 0) return view.seq;",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-races.attack.test.ts"],
  },
  {
    id: "newer-round-under-the-list-of-times",
    bug: "The terminal puts off a round that arrived while the list of times was open",
    edits: [
      {
        in: "tui/laterRequest",
        code: "const seq = formSeq(model, task);",
        becomes: "const seq = model.data.views.get(task)?.seq ?? formSeq(model, task);",
      },
    ],
    project: "unit",
    tests: ["packages/tui/src/app/newer-round.test.ts"],
  },
  {
    id: "newer-round-under-a-form",
    bug: "The terminal sends what a form says about whatever round is there by now",
    edits: [
      {
        in: "tui/formRound",
        code: "  return subject.shown;",
        becomes: "  return currentView(model) === null ? subject.shown : roundOnScreen(model);",
      },
    ],
    project: "unit",
    tests: ["packages/tui/src/app/newer-round.test.ts"],
  },
  {
    id: "accepted-tip-overwritten",
    bug: "A commit is accepted over another one that was accepted meanwhile",
    edits: [
      {
        in: "engine/acceptWhileLocked",
        code: "  if (accepted !== repository.tip) {\n",
        becomes: "  if (accepted === tip && tip !== repository.tip) {\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/accepted-tip.attack.test.ts"],
  },
  {
    id: "agents-read-credentials",
    bug: "The diff of a task shows credentials to agents",
    edits: [
      {
        in: "engine/diff",
        code: 'return by.actor.kind === "human" ? { ...shown, covered: 0 } : redactDiff(shown);',
        becomes: 'return by.actor.kind === "check" ? redactDiff(shown) : { ...shown, covered: 0 };',
      },
    ],
    project: "attack",
    tests: ["test/attack/read-credentials.attack.test.ts"],
  },
  {
    id: "people-forget-repositories",
    bug: "Any person's token removes a repository",
    edits: [
      {
        in: "engine/ROLE_PERMISSIONS",
        code: 'remove_repository: ["admin"]',
        becomes: 'remove_repository: ["human", "admin"]',
      },
      {
        in: "api/repositoryRoutes",
        code: '    summary: "Remove a repository without tasks",\n    roles: ["admin"],',
        becomes:
          '    summary: "Remove a repository without tasks",\n    roles: ["human", "admin"],',
      },
    ],
    project: "attack",
    tests: ["test/attack/registration.attack.test.ts"],
  },
  {
    id: "verified-policy-blocks-registering",
    bug: "One policy that asks for presence keeps every further repository out",
    edits: [
      {
        in: "engine/LETS_THROUGH",
        code: "  add_repository: false,",
        becomes: "  add_repository: true,",
      },
      {
        in: "engine/addRepository",
        code: "  const id = known?.id ?? moved;\n",
        becomes:
          '  const id = known?.id ?? moved;\n  const { requirePresentFor } = await import("./require-present-for.ts");\n  await scope.transact((session) => requirePresentFor(scope, session, by, { deed: "add_repository", repo: null, request: {} }));\n',
      },
    ],
    project: "attack",
    tests: ["test/attack/presence.attack.test.ts"],
  },
  {
    id: "host-paths-in-the-sandbox",
    bug: "The options of the sandbox can be read from inside of it",
    edits: [
      {
        in: "adapters/sandboxCommand",
        code: '    ...[program, "--args", String(OPTIONS_FD)],',
        becomes: "    ...[program, ...options],",
      },
    ],
    project: "attack",
    tests: ["test/attack/sandbox.attack.test.ts"],
  },
  {
    id: "change-names-its-own-target",
    bug: "A change names the branch whose policy judges it",
    edits: [
      {
        in: "engine/findTarget",
        code: "  for (const place of ROOTS) {",
        becomes:
          "  const own = await findNamed(mirror, repository, head);\n  if (own !== null) return own;\n  for (const place of ROOTS) {",
      },
    ],
    project: "unit",
    tests: ["packages/cli/src/gate/local-work.test.ts"],
  },
  {
    id: "push-without-a-result",
    bug: "A push passes although a check has no result",
    edits: [
      {
        in: "cli/toAnswer",
        code: '  if (!isLate) return { is: "stopped", report };',
        becomes: '  if (!isLate) return { is: "passed", report };',
      },
    ],
    project: "unit",
    tests: ["packages/cli/src/git-hook/git-hooks.test.ts"],
  },
  {
    id: "words-that-approve",
    bug: "The words of a reviewer count as its verdict",
    edits: [
      {
        in: "core/verdictOf",
        code: "    opinion: opinionOf(command),",
        becomes: '    opinion: command.summary.includes("LGTM") ? "approved" : opinionOf(command),',
      },
    ],
    project: "attack",
    tests: ["test/attack/free-text.attack.test.ts"],
  },
  {
    id: "role-of-a-person-for-an-agent",
    bug: "A credential with the role of a person works for an actor of any kind",
    edits: [
      {
        in: "engine/requirePermission",
        code: "  if (by.actor.kind !== kind)",
        becomes: "  if (by.actor.kind !== kind && task === null)",
      },
    ],
    project: "attack",
    tests: ["test/attack/route-cells.attack.test.ts"],
  },
  {
    id: "merged-tree-not-reviewed-again",
    bug: "A merge whose result is not the approved tree is merged all the same",
    edits: [
      {
        in: "engine/resultToReview",
        code: "  if (!isAsked || tree === round.content.tree) return move;",
        becomes: "  if (!isAsked || tree !== base) return move;",
      },
    ],
    project: "attack",
    tests: ["test/attack/merge-result.attack.test.ts"],
  },
];
