import type { Hole } from "../hole.ts";

const TESTS = ["test/attack/foreign-commits.attack.test.ts"];
const OBSTACLES = "packages/core/src/plan/foreign-obstacles.ts";
const CHECKOUT = "packages/engine/src/effects/find-moved-checkout.ts";
const LOOKALIKE = "packages/engine/src/effects/find-lookalike.ts";
const JUDGE = "packages/engine/src/effects/judge-foreign-move.ts";

type OneEdit = { id: string; hole: string; file: string; find: string; replace: string };

const seed = ({ id, hole, ...edit }: OneEdit): Hole => ({
  id,
  hole,
  edits: [edit],
  project: "attack",
  tests: TESTS,
});

/** Bugs of one kind: a commit on the target is accepted as the owner's although it may be an agent's. */
export const FOREIGN: readonly Hole[] = [
  seed({
    id: "foreign-session-unseen",
    hole: "An agent at work in the checkout does not keep a commit from being accepted.",
    file: CHECKOUT,
    find: "return isAtWork && heardMs > nowMs - ABANDONED_MS;",
    replace: "return isAtWork && heardMs > nowMs;",
  }),
  seed({
    id: "foreign-stopped-session-forgotten",
    hole: "A session that has just stopped does not count.",
    file: CHECKOUT,
    find: "if (heardMs > sinceMs - RECENT_MS) return true;",
    replace: "if (heardMs > nowMs) return true;",
  }),
  seed({
    id: "foreign-from-anywhere",
    hole: "A commit that no checkout of the target made is accepted.",
    file: CHECKOUT,
    find: "checkouts.find((checkout) => hasMoved(checkout, repository.tip, tip))",
    replace: "checkouts.find((checkout) => checkout.path !== tip)",
  }),
  seed({
    id: "foreign-committer-unknown",
    hole: "A commit by an address that is not the owner's is accepted.",
    file: OBSTACLES,
    find: "if (!isKnown(committerEmail, (name) => owner.includes(name)))",
    replace: "if (owner.length === 0)",
  }),
  seed({
    id: "foreign-one-commit-judged",
    hole: "Only the newest of several commits is judged by its addresses.",
    file: OBSTACLES,
    find: "...addressObstacles(facts.commits, policy.people),",
    replace: "...addressObstacles(facts.commits.slice(0, 1), policy.people),",
  }),
  seed({
    id: "foreign-co-author-ignored",
    hole: "A commit whose message names an agent as co-author is accepted.",
    file: OBSTACLES,
    find: "const other = [authorEmail, ...coAuthors].find(",
    replace: "const other = [authorEmail, ...coAuthors.slice(0, 0)].find(",
  }),
  seed({
    id: "foreign-judge-changed",
    hole: "A commit that changes the policy or the files that steer checks is accepted.",
    file: OBSTACLES,
    find: "...guardedChanges(facts, withAnyCheck(policy)).map(",
    replace:
      "...guardedChanges({ ...facts, files: [], changedKeys: [], policyChange: undefined }, policy).map(",
  }),
  seed({
    id: "foreign-judge-without-checks",
    hole: "Files that steer checks are not looked at while no check is configured.",
    file: OBSTACLES,
    find: "return policy.checks.length > 0 ? policy : { ...policy, checks: [ANY_CHECK] };",
    replace: "return ANY_CHECK.id === policy.checks[0]?.id ? { ...policy } : policy;",
  }),
  seed({
    id: "foreign-judges-itself",
    hole: "A foreign commit is judged by the policy that it brings.",
    file: JUDGE,
    find: "await lastValidPolicy(parts, org, repository)",
    replace: "await lastValidPolicy(parts, org, { ...repository, tip })",
  }),
  seed({
    id: "foreign-tree-ignored",
    hole: "A commit with the tree of a rejected task is accepted.",
    file: LOOKALIKE,
    find: "ids.has(tree) || (head !== null && ids.has(head))",
    replace: "head !== null && ids.has(head.concat(tree))",
  }),
  seed({
    id: "foreign-patch-ignored",
    hole: "The patch of an open or rejected task is accepted on another base.",
    file: LOOKALIKE,
    find: "return [...own].some((hunk) => hunks.has(hunk));",
    replace: "return own.size === hunks.size && [...own].every((hunk) => hunks.has(hunk));",
  }),
  seed({
    id: "foreign-commit-covered-up",
    hole: "A rejected patch is accepted if a later commit of the same move changes it.",
    file: LOOKALIKE,
    find: "parent === null ? [] : [{ from: parent, to: commit }],",
    replace: "parent === null ? [] : [{ from: commit, to: commit }],",
  }),
  seed({
    id: "foreign-patch-split",
    hole: "A rejected patch is accepted if it is split into several commits.",
    file: LOOKALIKE,
    find: "    { from: base, to: tip },\n",
    replace: "    { from: tip, to: tip },\n",
  }),
  seed({
    id: "foreign-open-task-ignored",
    hole: "The content of an open task is accepted as the owner's commit.",
    file: OBSTACLES,
    find: "...(like === null ? [] : [likenessText(like)]),",
    replace: "...(like === null || !like.isRejected ? [] : [likenessText(like)]),",
  }),
  seed({
    id: "foreign-rewind-accepted",
    hole: "A target whose history was rewound or replaced is not held for it.",
    file: OBSTACLES,
    find: "if (!move.isContinuation) return",
    replace: "if (move.isContinuation && move.facts.commits.length === 0) return",
  }),
  {
    id: "foreign-hold-forgotten",
    hole: "A hold ends by itself when the session that caused it is gone.",
    edits: [
      {
        file: JUDGE,
        find: "if (await transact(pool, org, (session) => isHeld(session, org, id)))",
        replace: "if (pool.ended)",
      },
      {
        file: "packages/engine/src/effects/follow-target.ts",
        find: 'if (acceptance.how === "foreign" && (await isHeld(session, org, id)))',
        replace: 'if (acceptance.how === "foreign" && (await isHeld(session, org, tip)))',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "release-in-two-steps",
    hole: "A release can accept a tip and leave its hold, or the other way round.",
    edits: [
      {
        file: "packages/engine/src/effects/follow-target.ts",
        find: "    await alongside(session);\n    await acceptTip(",
        replace: "    await acceptTip(",
      },
      {
        file: "packages/engine/src/effects/follow-target.ts",
        find: '  boundary("target.accepted");\n',
        replace: '  boundary("target.accepted");\n  await transact(parts.pool, org, alongside);\n',
      },
    ],
    project: "attack",
    tests: ["test/attack/accepted-tip.attack.test.ts"],
  },
  {
    id: "owner-settings-unrecorded",
    hole: "The owner's permissions for this machine leave no entry in the organisation's log.",
    edits: [
      {
        file: "packages/engine/src/effects/record-settings.ts",
        find: "if (changes.length === 0) return;",
        replace: "if (changes.length >= 0) return;",
      },
    ],
    project: "attack",
    tests: ["test/attack/no-sandbox.attack.test.ts"],
  },
  seed({
    id: "foreign-recorded-as-ours",
    hole: "An accepted foreign commit is recorded like a merge of countersign.",
    file: JUDGE,
    find: 'how: "foreign", by: ENGINE',
    replace: 'how: "moved", by: ENGINE',
  }),
  seed({
    id: "protected-released-without-presence",
    hole: "A protected target is released to a foreign commit without a verified person.",
    file: "packages/engine/src/commands/release-repository.ts",
    find: 'if (last?.merge.foreign === "protected")',
    replace: 'if (last?.merge.foreign === "hold")',
  }),
];
