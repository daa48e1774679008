import type { SeededBug } from "../seeded-bug.ts";

const ANNOUNCED = ["test/attack/announced-merge.attack.test.ts"];
const AMBIGUOUS = ["test/attack/ambiguous-target.attack.test.ts"];
const REGISTRATION = ["test/attack/registration.attack.test.ts"];

/** Bugs of one kind: something else moves the target. */
export const TARGET: readonly SeededBug[] = [
  {
    id: "voided-move-trusted",
    bug: "An announced move is trusted after its task left the merge.",
    edits: [
      {
        in: "engine/matchMove",
        code: "if (isMerging && !isVoid) return",
        becomes: "if (isMerging || round > 0) return",
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "guessable-merge-commit",
    bug: "The merge commit can be made again from what an author may read.",
    edits: [
      {
        in: "engine/makeMerge",
        code: "const nonce = isAnnounced ? nonceFor(merging) : null;",
        becomes: "const nonce = null;",
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "rewound-target-trusted",
    bug: "A target that is taken back to an earlier merge of ours is accepted.",
    edits: [
      {
        in: "engine/findMovingTasks",
        code: "announced.filter(({ expected }) => expected === accepted)",
        becomes: 'announced.filter(() => accepted !== "")',
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "lookalike-untold",
    bug: "A foreign commit with the content of a rejected task is not told as such.",
    edits: [
      {
        in: "engine/findLookalike",
        code: "like === null ? null : { task: like.task,",
        becomes: 'like === null || like.state === "rejected" ? null : { task: like.task,',
      },
    ],
    project: "attack",
    tests: ANNOUNCED,
  },
  {
    id: "packed-ref-twice",
    bug: "Of two lines for one branch in packed-refs git reads another than countersign.",
    edits: [
      {
        in: "adapters/parseRef",
        code: "if (name === before) throw",
        becomes: "if (name === before + before) throw",
      },
      {
        in: "adapters/parsePackedRefs",
        code: "    refs.set(name, id);\n",
        becomes: "    if (!refs.has(name)) refs.set(name, id);\n",
      },
    ],
    project: "attack",
    tests: AMBIGUOUS,
  },
  {
    id: "alias-unheld",
    bug: "A target that cannot be read in one way alone stops no merge.",
    edits: [
      {
        in: "engine/followTarget",
        code: "    await holdUnreliable(scope, repository, reading);\n",
        becomes:
          '    if (reading.detail === "") await holdUnreliable(scope, repository, reading);\n',
      },
    ],
    project: "attack",
    tests: AMBIGUOUS,
  },
  {
    id: "replaced-history-unseen",
    bug: "Git shows another history than countersign merges.",
    edits: [
      {
        in: "adapters/readTarget",
        code: "if (detail !== null) return",
        becomes: 'if (detail === "") return',
      },
    ],
    project: "attack",
    tests: AMBIGUOUS,
  },
  {
    id: "person-registers-repository",
    bug: "Any person's token registers a repository and commits a policy to it.",
    edits: [
      {
        in: "engine/ROLE_PERMISSIONS",
        code: 'add_repository: ["admin"],',
        becomes: 'add_repository: ["human", "admin"],',
      },
      {
        in: "api/repositoryRoutes",
        code: 'roles: ["admin"],\n    params: Nothing,',
        becomes: 'roles: ["human", "admin"],\n    params: Nothing,',
      },
      {
        in: "engine/addRepository",
        code: "  await requireBelowRoot(scope.roots, [root, gitDir]);\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
  {
    id: "repository-outside-roots",
    bug: "A repository is registered from anywhere on the engine's machine.",
    edits: [
      {
        in: "engine/addRepository",
        code: "[root, gitDir]",
        becomes: "[]",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
  {
    id: "repository-of-two-organisations",
    bug: "One organisation registers a repository that another one has.",
    edits: [
      {
        in: "engine/addRepository",
        code: "(await freeName(scope, wanted.path)), path: wanted.path, gitDir,",
        becomes:
          "(await freeName(scope, wanted.path)), path: wanted.path, gitDir: gitDir.concat(by.org),",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
  {
    id: "swapped-repository",
    bug: "Another repository in the place of the registered one is merged to.",
    edits: [
      {
        in: "engine/checkGitDir",
        code: "if (registered === gitDir) return null;",
        becomes: "if (registered !== null) return null;",
      },
    ],
    project: "attack",
    tests: REGISTRATION,
  },
];
