import type { Hole } from "../hole.ts";

const KEPT = ["packages/core/src/task/kept-approval.test.ts"];
const RESULT = ["packages/core/src/task/merge-result.test.ts"];
const SAME_DIFF = ["packages/engine/src/rounds/is-same-diff.test.ts"];

/** Bugs of one kind: a merge that fails, and what it keeps. */
export const MERGES: readonly Hole[] = [
  {
    id: "approval-kept-against-review-again",
    hole: "A policy that has every new tree reviewed keeps the approval of another tree.",
    edits: [
      {
        file: "packages/core/src/task/plan-round.ts",
        find: 'before.bounced === true && policy.merge.reviewAgain === "never"',
        replace: "before.bounced === true",
      },
    ],
    tests: KEPT,
  },
  {
    id: "approval-kept-after-redo",
    hole: "A round that a person sent back keeps its approvals.",
    edits: [
      {
        file: "packages/core/src/task/plan-round.ts",
        find: "sameDiff && before.bounced === true",
        replace: "sameDiff && before.sentBack",
      },
    ],
    tests: KEPT,
  },
  {
    id: "context-not-compared",
    hole: "A change counts as the same though the lines around it are others.",
    edits: [
      {
        file: "packages/engine/src/rounds/is-same-diff.ts",
        find: '.split("\\n")',
        replace: '.split("\\n")\n    .filter((line) => !line.startsWith(" "))',
      },
    ],
    tests: SAME_DIFF,
  },
  {
    id: "moved-target-costs-an-attempt",
    hole: "An author loses an attempt because the target moved.",
    edits: [
      {
        file: "packages/core/src/task/merge.ts",
        find: 'const charged = fault.kind === "conflict";',
        replace: 'const charged = fault.kind !== "checks_red";',
      },
    ],
    tests: RESULT,
  },
];
