import type { SeededBug } from "../seeded-bug.ts";

/** Bugs of one kind: a change alters the policy that judges it. */
export const POLICY: readonly SeededBug[] = [
  {
    id: "policy-files-by-list",
    bug: "Only the files that trust.protected lists are guarded, so countersign.yaml is not.",
    edits: [
      {
        in: "core/guardedChanges",
        code: "    ...policyChanges(facts, policy),\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/changed-judge.attack.test.ts"],
  },
  {
    id: "policy-base-unguarded",
    bug: "The base that extends names is not guarded.",
    edits: [
      {
        in: "core/policyChanges",
        code: "policyFileMatcher([...namedPolicyFiles(policy), ...bases])",
        becomes: "policyFileMatcher([])",
      },
    ],
    project: "attack",
    tests: ["test/attack/changed-judge.attack.test.ts"],
  },
  {
    id: "policy-case-variant",
    bug: "A policy file in another case or spelling is not guarded.",
    edits: [
      {
        in: "core/foldPath",
        code: "return folded.split(",
        becomes: "return path.split(",
      },
    ],
    project: "attack",
    tests: ["test/attack/changed-judge.attack.test.ts"],
  },
  {
    id: "policy-digest-ignored",
    bug: "A change that alters the policy through another file does not ask the owner.",
    edits: [
      {
        in: "engine/compare",
        code: 'effect: isSame ? "none" : "changed"',
        becomes: 'effect: isSame ? "none" : "none"',
      },
    ],
    project: "attack",
    tests: ["test/attack/policy-files.attack.test.ts"],
  },
  {
    id: "author-type-replaces",
    bug: "The type that an author states replaces the one that the title gives.",
    edits: [
      {
        in: "core/joinedWithStated",
        code: "  const plain = firstChain([inferred], undefined, policy);\n  return [inferred, type]",
        becomes:
          "  const plain = firstChain([type, inferred], undefined, policy);\n  return [type]",
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "author-department-skips-head",
    bug: "An author who leaves the department out is spared the layer of its head.",
    edits: [
      {
        in: "core/resolveLayers",
        code: "isAuthors && !isHeadPerson ? escalateHead(asks) : asks",
        becomes: "isAuthors && !isHeadPerson ? [...asks] : asks",
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "author-counts-as-person",
    bug: "Type and department of a task that an agent creates count as a person's word.",
    edits: [
      {
        in: "core/statedBy",
        code: 'return planner ? "planner" : "author";',
        becomes: 'return planner ? "planner" : "person";',
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "skipped-layer-unflagged",
    bug: "A task that passed without one of its layers carries no flag.",
    edits: [
      {
        in: "core/judgePlan",
        code: "    ...skipReasons(weighing),\n",
        becomes: "",
      },
    ],
    project: "attack",
    tests: ["test/attack/stated-words.attack.test.ts"],
  },
  {
    id: "first-policy-by-commit",
    bug: "The first policy on the target comes into force although no person confirmed it.",
    edits: [
      {
        in: "engine/judgeFirstPolicy",
        code: '  if ("problem" in found)\n    return { acceptance: { how: "unconfigured", by: ENGINE, reason: found.problem } };\n',
        becomes:
          '  if (tip !== "") return { acceptance: { how: "unconfigured", by: ENGINE, reason: "" } };\n' +
          '  if ("problem" in found) return null;\n',
      },
    ],
    project: "attack",
    tests: ["test/attack/first-policy.attack.test.ts"],
  },
  {
    id: "last-policy-forgotten",
    bug: "A policy that becomes unreadable leaves the repository without policy and owners.",
    edits: [
      {
        in: "engine/acceptedState",
        code: "return { policyDigest: last, problem: found.problem };",
        becomes: "return { policyDigest: null, problem: found.problem };",
      },
    ],
    project: "attack",
    tests: ["test/attack/first-policy.attack.test.ts"],
  },
];
