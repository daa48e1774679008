import type { Hole } from "../hole.ts";

const GUARDS = "packages/core/src/plan/guarded-changes.ts";

/** Bugs of one kind: a change alters the policy that judges it. */
export const POLICY: readonly Hole[] = [
  {
    id: "policy-files-by-list",
    hole: "Only the files that trust.protected lists are guarded, so countersign.yaml is not.",
    edits: [
      {
        file: GUARDS,
        find: "    ...policyChanges(facts, policy),\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/changed-judge.attack.test.ts"],
  },
  {
    id: "policy-base-unguarded",
    hole: "The base that extends names is not guarded.",
    edits: [
      {
        file: GUARDS,
        find: "policyFileMatcher([...namedPolicyFiles(policy), ...bases])",
        replace: "policyFileMatcher([])",
      },
    ],
    project: "attack",
    tests: ["test/attack/changed-judge.attack.test.ts"],
  },
  {
    id: "policy-case-variant",
    hole: "A policy file in another case or spelling is not guarded.",
    edits: [
      {
        file: "packages/core/src/policy/fold-path.ts",
        find: "return folded.split(",
        replace: "return path.split(",
      },
    ],
    project: "attack",
    tests: ["test/attack/changed-judge.attack.test.ts"],
  },
  {
    id: "policy-digest-ignored",
    hole: "A change that alters the policy through another file does not ask the owner.",
    edits: [
      {
        file: "packages/engine/src/config/read-policy-change.ts",
        find: 'effect: isSame ? "none" : "changed"',
        replace: 'effect: isSame ? "none" : "none"',
      },
    ],
    project: "attack",
    tests: ["test/attack/policy-files.attack.test.ts"],
  },
  {
    id: "author-type-replaces",
    hole: "The type that an author states replaces the one that the title gives.",
    edits: [
      {
        file: "packages/core/src/plan/resolve-chain.ts",
        find: "  const plain = firstChain([inferred], undefined, policy);\n  return [inferred, type]",
        replace:
          "  const plain = firstChain([type, inferred], undefined, policy);\n  return [type]",
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "author-department-skips-head",
    hole: "An author who leaves the department out is spared the layer of its head.",
    edits: [
      {
        file: "packages/core/src/plan/resolve-layers.ts",
        find: "isAuthors && !isHeadPerson ? escalateHead(asks) : asks",
        replace: "isAuthors && !isHeadPerson ? [...asks] : asks",
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "author-counts-as-person",
    hole: "Type and department of a task that an agent creates count as a person's word.",
    edits: [
      {
        file: "packages/core/src/task/transition.ts",
        find: 'return planner ? "planner" : "author";',
        replace: 'return planner ? "planner" : "person";',
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "skipped-layer-unflagged",
    hole: "A task that passed without one of its layers carries no flag.",
    edits: [
      {
        file: "packages/core/src/decision/decide.ts",
        find: "    ...skipReasons(weighing),\n",
        replace: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "first-policy-by-commit",
    hole: "The first policy on the target comes into force although no person confirmed it.",
    edits: [
      {
        file: "packages/engine/src/effects/judge-first-policy.ts",
        find: '  if ("problem" in found)\n    return { acceptance: { how: "unconfigured", by: ENGINE, reason: found.problem } };\n',
        replace:
          '  if (tip !== "") return { acceptance: { how: "unconfigured", by: ENGINE, reason: "" } };\n' +
          '  if ("problem" in found) return null;\n',
      },
    ],
    project: "attack",
    tests: ["test/attack/first-policy.attack.test.ts"],
  },
  {
    id: "last-policy-forgotten",
    hole: "A policy that becomes unreadable leaves the repository without policy and owners.",
    edits: [
      {
        file: "packages/engine/src/effects/follow-target.ts",
        find: "return { policyDigest: last, problem: found.problem };",
        replace: "return { policyDigest: null, problem: found.problem };",
      },
    ],
    project: "attack",
    tests: ["test/attack/first-policy.attack.test.ts"],
  },
];
