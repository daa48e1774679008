import type { Hole } from "../hole.ts";

const ANNOUNCED = ["test/attack/announced-merge.attack.test.ts"];
const AMBIGUOUS = ["test/attack/ambiguous-target.attack.test.ts"];
const REGISTRATION = ["test/attack/registration.attack.test.ts"];

/** Bugs of one kind: something else moves the target. */
export const TARGET: readonly Hole[] = [
  {
    id: "voided-move-trusted",
    hole: "An announced move is trusted after its task left the merge.",
    edits: [
      {
        file: "packages/engine/src/effects/trusted-move.ts",
        find: "if (isMerging && !isVoid) return",
        replace: "if (isMerging || round > 0) return",
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "guessable-merge-commit",
    hole: "The merge commit can be made again from what an author may read.",
    edits: [
      {
        file: "packages/engine/src/effects/make-merge.ts",
        find: "const nonce = nonceFor(merging);",
        replace: "const nonce = null;",
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "rewound-target-trusted",
    hole: "A target that is taken back to an earlier merge of ours is accepted.",
    edits: [
      {
        file: "packages/engine/src/effects/trusted-move.ts",
        find: "announced.filter(({ expected }) => expected === accepted)",
        replace: 'announced.filter(() => accepted !== "")',
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "lookalike-untold",
    hole: "A foreign commit with the content of a rejected task is not told as such.",
    edits: [
      {
        file: "packages/engine/src/effects/find-lookalike.ts",
        find: "like === null ? null : { task: like.task,",
        replace: 'like === null || like.state === "rejected" ? null : { task: like.task,',
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "packed-ref-twice",
    hole: "Of two lines for one branch in packed-refs git reads another than countersign.",
    edits: [
      {
        file: "packages/adapters/src/git/packed-refs.ts",
        find: "if (name === before) throw",
        replace: "if (name === before + before) throw",
      },
      {
        file: "packages/adapters/src/git/packed-refs.ts",
        find: "    refs.set(name, id);\n",
        replace: "    if (!refs.has(name)) refs.set(name, id);\n",
      },
    ],
    project: "attack",
    tests: AMBIGUOUS,
  },
  {
    id: "alias-unheld",
    hole: "A target that cannot be read in one way alone stops no merge.",
    edits: [
      {
        file: "packages/engine/src/effects/follow-target.ts",
        find: "    await holdUnreliable(parts, org, repository, reading);\n",
        replace:
          '    if (reading.detail === "") await holdUnreliable(parts, org, repository, reading);\n',
      },
    ],
    project: "attack",
    tests: AMBIGUOUS,
  },
  {
    id: "replaced-history-unseen",
    hole: "Git shows another history than countersign merges.",
    edits: [
      {
        file: "packages/adapters/src/git/read-target.ts",
        find: "if (detail !== null) return",
        replace: 'if (detail === "") return',
      },
    ],
    project: "attack",
    tests: AMBIGUOUS,
  },
  {
    id: "person-registers-repository",
    hole: "Any person's token registers a repository and commits a policy to it.",
    edits: [
      {
        file: "packages/engine/src/access/may.ts",
        find: 'add_repository: ["admin"],',
        replace: 'add_repository: ["human", "admin"],',
      },
      {
        file: "packages/api/src/routes/repositories.ts",
        find: 'roles: ["admin"],\n    params: Nothing,',
        replace: 'roles: ["human", "admin"],\n    params: Nothing,',
      },
      {
        file: "packages/engine/src/commands/repositories.ts",
        find: "  await requireBelowRoot(parts.roots, [root, gitDir]);\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
  {
    id: "repository-outside-roots",
    hole: "A repository is registered from anywhere on the engine's machine.",
    edits: [
      {
        file: "packages/engine/src/commands/repositories.ts",
        find: "[root, gitDir]",
        replace: "[]",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
  {
    id: "repository-of-two-organisations",
    hole: "One organisation registers a repository that another one has.",
    edits: [
      {
        file: "packages/engine/src/commands/repositories.ts",
        find: "    path: wanted.path,\n    gitDir,\n",
        replace: "    path: wanted.path,\n    gitDir: gitDir.concat(org),\n",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
  {
    id: "swapped-repository",
    hole: "Another repository in the place of the registered one is merged to.",
    edits: [
      {
        file: "packages/engine/src/effects/unreliable-target.ts",
        find: "if (registered === gitDir) return null;",
        replace: "if (registered !== null) return null;",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
];
