import type { Edit, SeededBug } from "../seeded-bug.ts";

const TESTS = ["test/attack/foreign-commits.attack.test.ts"];

type OneEdit = { id: string; bug: string } & Edit;

const seed = ({ id, bug, ...edit }: OneEdit): SeededBug => ({
  id,
  bug,
  edits: [edit],
  project: "attack",
  tests: TESTS,
});

/** Bugs of one kind: a commit on the target is accepted as the owner's although it may be an agent's. */
export const FOREIGN: readonly SeededBug[] = [
  seed({
    id: "foreign-session-unseen",
    bug: "An agent at work in the checkout does not keep a commit from being accepted.",
    in: "engine/wasLiveSince",
    code: "return isAtWork && heardMs > nowMs - ABANDONED_MS;",
    becomes: "return isAtWork && heardMs > nowMs;",
  }),
  seed({
    id: "foreign-stopped-session-forgotten",
    bug: "A session that has just stopped does not count.",
    in: "engine/wasLiveSince",
    code: "if (heardMs > sinceMs - RECENT_MS) return true;",
    becomes: "if (heardMs > nowMs) return true;",
  }),
  seed({
    id: "foreign-from-anywhere",
    bug: "A commit that no checkout of the target made is accepted.",
    in: "engine/findMovedCheckout",
    code: "checkouts.find((checkout) => hasMoved(checkout, repository.tip, tip))",
    becomes: "checkouts.find((checkout) => checkout.path !== tip)",
  }),
  seed({
    id: "foreign-committer-unknown",
    bug: "A commit by an address that is not the owner's is accepted.",
    in: "core/addressObstacles",
    code: "if (!isKnown(committerEmail, (name) => owner.includes(name)))",
    becomes: "if (owner.length === 0)",
  }),
  seed({
    id: "foreign-one-commit-judged",
    bug: "Only the newest of several commits is judged by its addresses.",
    in: "core/foreignObstacles",
    code: "...addressObstacles(facts.commits, policy.people),",
    becomes: "...addressObstacles(facts.commits.slice(0, 1), policy.people),",
  }),
  seed({
    id: "foreign-co-author-ignored",
    bug: "A commit whose message names an agent as co-author is accepted.",
    in: "core/addressObstacles",
    code: "const other = [authorEmail, ...coAuthors].find(",
    becomes: "const other = [authorEmail, ...coAuthors.slice(0, 0)].find(",
  }),
  seed({
    id: "foreign-judge-changed",
    bug: "A commit that changes the policy or the files that steer checks is accepted.",
    in: "core/foreignObstacles",
    code: "...guardedChanges(facts, withAnyCheck(policy)).map(",
    becomes:
      "...guardedChanges({ ...facts, files: [], changedKeys: [], policyChange: undefined }, policy).map(",
  }),
  seed({
    id: "foreign-judge-without-checks",
    bug: "Files that steer checks are not looked at while no check is configured.",
    in: "core/withAnyCheck",
    code: "return policy.checks.length > 0 ? policy : { ...policy, checks: [ANY_CHECK] };",
    becomes: "return ANY_CHECK.id === policy.checks[0]?.id ? { ...policy } : policy;",
  }),
  seed({
    id: "foreign-judges-itself",
    bug: "A foreign commit is judged by the policy that it brings.",
    in: "engine/judgeForeignMove",
    code: "await lastValidPolicy(scope, repository)",
    becomes: "await lastValidPolicy(scope, { ...repository, tip })",
  }),
  seed({
    id: "foreign-tree-ignored",
    bug: "A commit with the tree of a rejected task is accepted.",
    in: "engine/findLookalike",
    code: "ids.has(tree) || (head !== null && ids.has(head))",
    becomes: "head !== null && ids.has(head.concat(tree))",
  }),
  seed({
    id: "foreign-patch-ignored",
    bug: "The patch of an open or rejected task is accepted on another base.",
    in: "engine/sharesHunk",
    code: "return [...own].some((hunk) => hunks.has(hunk));",
    becomes: "return own.size === hunks.size && [...own].every((hunk) => hunks.has(hunk));",
  }),
  seed({
    id: "foreign-commit-covered-up",
    bug: "A rejected patch is accepted if a later commit of the same move changes it.",
    in: "engine/findSameHunk",
    code: "parent === null ? [] : [{ from: parent, to: commit }],",
    becomes: "parent === null ? [] : [{ from: commit, to: commit }],",
  }),
  seed({
    id: "foreign-patch-split",
    bug: "A rejected patch is accepted if it is split into several commits.",
    in: "engine/findSameHunk",
    code: "    { from: base, to: tip },\n",
    becomes: "    { from: tip, to: tip },\n",
  }),
  seed({
    id: "foreign-open-task-ignored",
    bug: "The content of an open task is accepted as the owner's commit.",
    in: "core/foreignObstacles",
    code: "...(like === null ? [] : [likenessText(like)]),",
    becomes: "...(like === null || !like.isRejected ? [] : [likenessText(like)]),",
  }),
  seed({
    id: "foreign-rewind-accepted",
    bug: "A target whose history was rewound or replaced is not held for it.",
    in: "core/foreignObstacles",
    code: "if (!move.isContinuation) return",
    becomes: "if (move.isContinuation && move.facts.commits.length === 0) return",
  }),
  {
    id: "foreign-hold-forgotten",
    bug: "A hold ends by itself when the session that caused it is gone.",
    edits: [
      {
        in: "engine/obstaclesTo",
        code: "if (await read((session) => isHeld(session, id)))",
        becomes: "if (pool.ended)",
      },
      {
        in: "engine/acceptWhileLocked",
        code: 'if (acceptance.how === "foreign" && (await isHeld(session, id)))',
        becomes: 'if (acceptance.how === "foreign" && (await isHeld(session, tip)))',
      },
    ],
    project: "attack",
    tests: TESTS,
  },
  {
    id: "release-in-two-steps",
    bug: "A release can accept a tip and leave its hold, or the other way round.",
    edits: [
      {
        in: "engine/acceptWhileLocked",
        code: "  await alongside(session);\n  await acceptTip(",
        becomes: "  await acceptTip(",
      },
      {
        in: "engine/acceptTarget",
        code: '  boundary("target.accepted");\n',
        becomes: '  boundary("target.accepted");\n  await scope.transact(alongside);\n',
      },
    ],
    project: "attack",
    tests: ["test/attack/accepted-tip.attack.test.ts"],
  },
  {
    id: "owner-settings-unrecorded",
    bug: "The owner's permissions for this machine leave no entry in the organisation's log.",
    edits: [
      {
        in: "engine/recordSettings",
        code: "if (changes.length === 0) return;",
        becomes: "if (changes.length >= 0) return;",
      },
    ],
    project: "attack",
    tests: ["test/attack/no-sandbox.attack.test.ts"],
  },
  seed({
    id: "foreign-recorded-as-ours",
    bug: "An accepted foreign commit is recorded like a merge of countersign.",
    in: "engine/judgeForeignMove",
    code: 'how: "foreign", by: ENGINE',
    becomes: 'how: "moved", by: ENGINE',
  }),
  seed({
    id: "protected-released-without-presence",
    bug: "A protected target is released to a foreign commit without a verified person.",
    in: "engine/releaseRepository",
    code: 'const alwaysSigned = last?.merge.foreign === "protected"',
    becomes: 'const alwaysSigned = last?.merge.foreign === "hold"',
  }),
];
