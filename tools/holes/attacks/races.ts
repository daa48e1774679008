import type { Hole } from "../hole.ts";

/** Bugs between what was shown and what is decided, and on the paths around it. */
export const RACES: readonly Hole[] = [
  {
    id: "release-of-unseen-work",
    hole: "The command line releases whatever was submitted while the task is held",
    edits: [
      {
        file: "packages/cli/src/commands/release.ts",
        find: "  if (isNamed || (named === undefined && shown?.offered === now)) return;",
        replace: "  if (isNamed || shown !== undefined) return;",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-races.attack.test.ts"],
  },
  {
    id: "put-off-unseen-work",
    hole: "The command line puts off a round that came after the person looked",
    edits: [
      {
        file: "packages/cli/src/commands/task-later.ts",
        find: "  if (shown === null) return view.seq;",
        replace: "  if (shown?.round !== 0) return view.seq;",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-races.attack.test.ts"],
  },
  {
    id: "newer-round-under-the-list-of-times",
    hole: "The terminal puts off a round that arrived while the list of times was open",
    edits: [
      {
        file: "packages/tui/src/panels/choices/choice-panels.ts",
        find: "const seq = formSeq(model, task);",
        replace: "const seq = model.data.views.get(task)?.seq ?? formSeq(model, task);",
      },
    ],
    project: "unit",
    tests: ["packages/tui/src/app/newer-round.test.ts"],
  },
  {
    id: "newer-round-under-a-form",
    hole: "The terminal sends what a form says about whatever round is there by now",
    edits: [
      {
        file: "packages/tui/src/session/shown-round.ts",
        find: "  return subject.shown;",
        replace: "  return currentView(model) === null ? subject.shown : roundOnScreen(model);",
      },
    ],
    project: "unit",
    tests: ["packages/tui/src/app/newer-round.test.ts"],
  },
  {
    id: "accepted-tip-overwritten",
    hole: "A commit is accepted over another one that was accepted meanwhile",
    edits: [
      {
        file: "packages/engine/src/effects/follow-target.ts",
        find: "    if (accepted !== repository.tip) {\n",
        replace: "    if (accepted === tip && tip !== repository.tip) {\n",
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
        find: "  const id = known?.id ?? moved;\n",
        replace:
          '  const id = known?.id ?? moved;\n  const { requirePresentFor } = await import("./require-present-for.ts");\n  await requirePresentFor(parts, by, "add_repository");\n',
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
  {
    id: "push-without-a-result",
    hole: "A push passes although a check has no result",
    edits: [
      {
        file: "packages/cli/src/git-hook/judge-pushed.ts",
        find: '  if (!isLate) return { is: "stopped", report };',
        replace: '  if (!isLate) return { is: "passed", report };',
      },
    ],
    project: "unit",
    tests: ["packages/cli/src/git-hook/git-hooks.test.ts"],
  },
  {
    id: "words-that-approve",
    hole: "The words of a reviewer count as its verdict",
    edits: [
      {
        file: "packages/core/src/task/record-verdict.ts",
        find: "    opinion: opinionOf(command),",
        replace: '    opinion: command.summary.includes("LGTM") ? "approved" : opinionOf(command),',
      },
    ],
    project: "attack",
    tests: ["test/attack/free-text.attack.test.ts"],
  },
  {
    id: "role-of-a-person-for-an-agent",
    hole: "A credential with the role of a person works for an actor of any kind",
    edits: [
      {
        file: "packages/engine/src/access/may.ts",
        find: "  if (by.actor.kind !== kind)",
        replace: "  if (by.actor.kind !== kind && task === null)",
      },
    ],
    project: "attack",
    tests: ["test/attack/route-cells.attack.test.ts"],
  },
  {
    id: "merged-tree-not-reviewed-again",
    hole: "A merge whose result is not the approved tree is merged all the same",
    edits: [
      {
        file: "packages/engine/src/effects/review-again.ts",
        find: "  if (!isAsked || tree === round.content.tree) return move;",
        replace: "  if (!isAsked || tree !== base) return move;",
      },
    ],
    project: "attack",
    tests: ["test/attack/merge-result.attack.test.ts"],
  },
];
