import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: a decision applies to what was not shown. */
export const SHOWN: readonly SeededBug[] = [
  {
    id: "override-of-a-newer-round",
    bug: "An override applies to whatever round the task has by now",
    edits: [
      {
        in: "core/HANDLERS",
        code: "override: onShown(override),",
        becomes: "override,",
      },
    ],
    project: "attack",
    tests: ["test/attack/newer-than-shown.attack.test.ts"],
  },
  {
    id: "same-round-other-tree",
    bug: "A decision names its round, and the tree is not compared",
    edits: [
      {
        in: "core/requireShown",
        code: "if (tree !== now.tree)",
        becomes: "if (tree === undefined)",
      },
    ],
    project: "attack",
    tests: ["test/attack/newer-than-shown.attack.test.ts"],
  },
  {
    id: "release-of-a-newer-tip",
    bug: "A release of a repository accepts whatever the target points at by now",
    edits: [
      {
        in: "engine/requireTip",
        code: "if (now === shown) return;",
        becomes: "if (now !== null) return;",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "loss-that-was-not-shown",
    bug: "A person accepts whatever loss of seals there is by now",
    edits: [
      {
        in: "engine/acceptLoss",
        code: "    requireShown(shown, outside, last);\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "approve-without-looking",
    bug: "The command line approves the newest round, whatever it showed before",
    edits: [
      {
        in: "cli/contentToDecide",
        code: "if (shown !== null && isSame(shown, view)) return now;",
        becomes: "if (shown === null || isSame(shown, view) || now.tree !== null) return now;",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-in-terminal.attack.test.ts"],
  },
  {
    id: "shown-to-an-agent",
    bug: "What an agent had printed counts as shown to the person",
    edits: [
      {
        in: "cli/remember",
        code: "  if (!isPersonHere(context)) return;\n",
        becomes: "  if (isPersonHere(context) === undefined) return;\n",
      },
    ],
    project: "attack",
    tests: ["test/attack/shown-in-terminal.attack.test.ts"],
  },
  {
    id: "base-never-accepted",
    bug: "Work is compared with the target as it is now, accepted or not",
    edits: [
      {
        in: "engine/pinSubmission",
        code: "const target = await readAcceptedTip(scope, repository.id, repository);",
        becomes:
          "await readAcceptedTip(scope, repository.id, repository);\n  const target = (await mirror.fetch(repository, { branch: repository.target })).commit;",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "merged-tree-not-flagged",
    bug: "A merge whose result is not the approved tree says nothing about it",
    edits: [
      {
        in: "core/merged",
        code: "tree === approvedTree",
        becomes: "tree !== null",
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
  {
    id: "projection-decides",
    bug: "A merge believes the stored state without folding the log",
    edits: [
      {
        in: "engine/verifyTask",
        code: "if (!isFoldOf(head.task, log))",
        becomes: "if (log.length < 0 && !isFoldOf(head.task, log))",
      },
      {
        in: "engine/describeDamage",
        code: "if (!isLetThrough || findApproval(read) !== null) return null;",
        becomes: 'if (!isLetThrough || id !== "") return null;',
      },
    ],
    project: "attack",
    tests: ["test/attack/decide-on-shown.attack.test.ts"],
  },
];
