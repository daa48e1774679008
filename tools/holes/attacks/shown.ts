import type { Hole } from "../hole.ts";

/** Bugs of one kind: a decision applies to what was not shown. */
export const SHOWN: readonly Hole[] = [
  {
    id: "override-of-a-newer-round",
    hole: "An override applies to whatever round the task has by now",
    edits: [
      {
        file: "packages/core/src/task/transition.ts",
        find: "override: onShown(override),",
        replace: "override,",
      },
    ],
    project: "attack",
    tests: ["test/attack/newer-than-shown.attack.test.ts"],
  },
  {
    id: "same-round-other-tree",
    hole: "A decision names its round, and the tree is not compared",
    edits: [
      {
        file: "packages/core/src/task/shown.ts",
        find: "if (tree !== now.tree)",
        replace: "if (tree === undefined)",
      },
    ],
    project: "attack",
    tests: ["test/attack/newer-than-shown.attack.test.ts"],
  },
  {
    id: "release-of-a-newer-tip",
    hole: "A release of a repository accepts whatever the target points at by now",
    edits: [
      {
        file: "packages/engine/src/commands/release-repository.ts",
        find: "if (now === shown) return;",
        replace: "if (now !== null) return;",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "loss-that-was-not-shown",
    hole: "A person accepts whatever loss of seals there is by now",
    edits: [
      {
        file: "packages/engine/src/seal/accept-loss.ts",
        find: "    requireShown(shown, outside, last);\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "approve-without-looking",
    hole: "The command line approves the newest round, whatever it showed before",
    edits: [
      {
        file: "packages/cli/src/shown/content-to-decide.ts",
        find: "if (shown !== null && isSame(shown, view)) return now;",
        replace: "if (shown === null || isSame(shown, view) || now.tree !== null) return now;",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-in-terminal.attack.test.ts"],
  },
  {
    id: "shown-to-an-agent",
    hole: "What an agent had printed counts as shown to the person",
    edits: [
      {
        file: "packages/cli/src/shown/shown-memory.ts",
        find: "  if (!isPersonHere(context)) return;\n",
        replace: "  if (isPersonHere(context) === undefined) return;\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-in-terminal.attack.test.ts"],
  },
  {
    id: "base-never-accepted",
    hole: "Work is compared with the target as it is now, accepted or not",
    edits: [
      {
        file: "packages/engine/src/commands/submit.ts",
        find: "const target = await acceptedTip(parts, org, repository.id);",
        replace:
          "await acceptedTip(parts, org, repository.id);\n  const target = (await mirror.fetch(repository, { branch: repository.target })).commit;",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "merged-tree-not-flagged",
    hole: "A merge whose result is not the approved tree says nothing about it",
    edits: [
      {
        file: "packages/core/src/task/merge.ts",
        find: "tree === approvedTree",
        replace: "tree !== null",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "projection-decides",
    hole: "A merge believes the stored state without folding the log",
    edits: [
      {
        file: "packages/engine/src/store/verify-log.ts",
        find: "if (!isFoldOf(head.body, log))",
        replace: "if (log.length < 0 && !isFoldOf(head.body, log))",
      },
      {
        file: "packages/engine/src/effects/merge-evidence.ts",
        find: "if (!isLetThrough || approvalOf(read) !== null) return null;",
        replace: 'if (!isLetThrough || id !== "") return null;',
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
];
