import type { Hole } from "../hole.ts";

const WHOLE_CHANGE = ["test/attack/whole-change.attack.test.ts"];

/** Bugs of one kind: text hides from reviewers and checks. */
export const BRIEFS: readonly Hole[] = [
  {
    id: "unshown-content-approves",
    hole: "A reviewer approves files that its brief did not hold.",
    project: "attack",
    edits: [
      {
        file: "packages/engine/src/reviewers/shown-change.ts",
        find: "notShownWhole: reasons.length === 0 ? null",
        replace: "notShownWhole: reasons.length >= 0 ? null",
      },
    ],
    tests: WHOLE_CHANGE,
  },
  {
    id: "first-page-is-enough",
    hole: "A reviewer is asked about the first page of a change alone.",
    project: "attack",
    edits: [
      {
        file: "packages/engine/src/reviewers/ask-pages.ts",
        find: "of asks.entries()) {",
        replace: "of asks.slice(0, 1).entries()) {",
      },
    ],
    tests: WHOLE_CHANGE,
  },
  {
    id: "generated-files-first",
    hole: "Generated files come before the code in a brief.",
    project: "attack",
    edits: [
      {
        file: "packages/core/src/plan/order-by-risk.ts",
        find: "const GENERATED = -1;",
        replace: "const GENERATED = 100;",
      },
    ],
    tests: WHOLE_CHANGE,
  },
  {
    id: "part-of-the-change-fills-a-quorum",
    hole: "An answer to a part of the change satisfies a requirement.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: "const whole = given.some(isPartial) ? given.filter((verdict) => !isPartial(verdict)) : given;",
        replace: "const whole = given;",
      },
    ],
    tests: ["packages/core/src/decision/not-shown-whole.test.ts"],
  },
  {
    id: "part-of-the-change-is-approved",
    hole: "An approval of a part of the change is recorded as an approval.",
    edits: [
      {
        file: "packages/core/src/task/record-verdict.ts",
        find: 'return notShownWhole !== undefined && opinion === "approved" ? "abstained" : opinion;',
        replace: "return notShownWhole === opinion ? opinion : opinion;",
      },
    ],
    tests: ["packages/core/src/task/record-verdict.test.ts"],
  },
  {
    id: "unread-pages-approve-over-mcp",
    hole: "A reviewer over MCP approves pages that it was never served.",
    edits: [
      {
        file: "packages/mcp/src/tools/submit-review-result.ts",
        find: 'opinion === "approved" ? await requireWholeChange(session, seat) : null;',
        replace: 'opinion === "blocker" ? await requireWholeChange(session, seat) : null;',
      },
    ],
    tests: ["test/mcp/reviewer.test.ts"],
  },
];
