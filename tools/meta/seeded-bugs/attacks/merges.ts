import type { SeededBug } from "../seeded-bug.ts";

const KEPT = ["packages/core/src/task/review/kept-approval.test.ts"];
const RESULT = ["packages/core/src/task/commands/merge/merge-result.test.ts"];
const SAME_DIFF = ["packages/engine/src/review/rounds/is-same-diff.test.ts"];

/** Bugs of one kind: a merge that fails, and what it keeps. */
export const MERGES: readonly SeededBug[] = [
  {
    id: "approval-kept-against-review-again",
    bug: "A policy that has every new tree reviewed keeps the approval of another tree.",
    edits: [
      {
        in: "core/survivesIn",
        code: 'before.bounced === true && policy.merge.reviewAgain === "never"',
        becomes: "before.bounced === true",
      },
    ],
    tests: KEPT,
  },
  {
    id: "approval-kept-after-redo",
    bug: "A round that a person sent back keeps its approvals.",
    edits: [
      {
        in: "core/survivesIn",
        code: "sameDiff && before.bounced === true",
        becomes: "sameDiff && before.sentBack",
      },
    ],
    tests: KEPT,
  },
  {
    id: "context-not-compared",
    bug: "A change counts as the same though the lines around it are others.",
    edits: [
      {
        in: "engine/comparablePatch",
        code: '.split("\\n")',
        becomes: '.split("\\n")\n    .filter((line) => !line.startsWith(" "))',
      },
    ],
    tests: SAME_DIFF,
  },
  {
    id: "moved-target-costs-an-attempt",
    bug: "An author loses an attempt because the target moved.",
    edits: [
      {
        in: "core/sendBack",
        code: 'const charged = fault.kind === "conflict";',
        becomes: 'const charged = fault.kind !== "checks_red";',
      },
    ],
    tests: RESULT,
  },
];
