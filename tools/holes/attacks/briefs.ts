import type { Hole } from "../hole.ts";

const WHOLE_CHANGE = ["test/attack/whole-change.attack.test.ts"];

const HIDDEN_CREDENTIALS = ["test/attack/hidden-credentials.attack.test.ts"];

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
  {
    id: "own-token-unseen",
    hole: "A token of ours is no credential.",
    project: "attack",
    edits: [
      {
        file: "packages/core/src/content/tokens/token-formats.ts",
        find: '"lownum*1 slug*0..63 _ url*43"',
        replace: '"lownum*1 slug*0..63 _ url*44"',
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "plain-yaml-password-unseen",
    hole: "A password without quotes is no credential.",
    project: "attack",
    edits: [
      {
        file: "packages/core/src/content/secret-text.ts",
        find: 'random === "value" || !looksLikeName(value)',
        replace: 'random === "value"',
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "mixed-script-unseen",
    hole: "A Cyrillic letter in a Latin word is not said.",
    project: "attack",
    edits: [
      {
        file: "packages/core/src/content/mixed-script.ts",
        find: "others.every((char) => LOOKALIKES.has(char))",
        replace: "others.every((char) => LATIN.test(char))",
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "blank-letter-unseen",
    hole: "A letter without ink is ordinary text.",
    project: "attack",
    edits: [
      {
        file: "packages/core/src/content/hidden-text.ts",
        find: "if (char === BLANK_CELL) return CELL.test(before) || CELL.test(after);",
        replace: "if (char === BLANK_CELL) return true;",
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "case-collision-unseen",
    hole: "Two files that are one on other systems are merged without a word.",
    project: "attack",
    edits: [
      {
        file: "packages/core/src/content/path-collisions.ts",
        find: 'return path.normalize("NFC").toLowerCase().normalize("NFC");',
        replace: "return path;",
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
];
