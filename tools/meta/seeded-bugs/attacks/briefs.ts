import type { SeededBug } from "../seeded-bug.ts";

const WHOLE_CHANGE = ["test/attack/whole-change.attack.test.ts"];

const HIDDEN_CREDENTIALS = ["test/attack/hidden-credentials.attack.test.ts"];

/** Bugs of one kind: text hides from reviewers and checks. */
export const BRIEFS: readonly SeededBug[] = [
  {
    id: "unshown-content-approves",
    bug: "A reviewer approves files that its brief did not hold.",
    project: "attack",
    edits: [
      {
        in: "engine/shownChange",
        code: "notShownWhole: reasons.length === 0 ? null",
        becomes: "notShownWhole: reasons.length >= 0 ? null",
      },
    ],
    tests: WHOLE_CHANGE,
  },
  {
    id: "first-page-is-enough",
    bug: "A reviewer is asked about the first page of a change alone.",
    project: "attack",
    edits: [
      {
        in: "engine/askPages",
        code: "of asks.entries()) {",
        becomes: "of asks.slice(0, 1).entries()) {",
      },
    ],
    tests: WHOLE_CHANGE,
  },
  {
    id: "generated-files-first",
    bug: "Generated files come before the code in a brief.",
    project: "attack",
    edits: [
      {
        in: "core/GENERATED",
        code: "const GENERATED = -1;",
        becomes: "const GENERATED = 100;",
      },
    ],
    tests: WHOLE_CHANGE,
  },
  {
    id: "part-of-the-change-fills-a-quorum",
    bug: "An answer to a part of the change satisfies a requirement.",
    edits: [
      {
        in: "core/settle",
        code: "const whole = given.some(isPartial) ? given.filter((verdict) => !isPartial(verdict)) : given;",
        becomes: "const whole = given;",
      },
    ],
    tests: ["packages/core/src/decision/not-shown-whole.test.ts"],
  },
  {
    id: "part-of-the-change-is-approved",
    bug: "An approval of a part of the change is recorded as an approval.",
    edits: [
      {
        in: "core/opinionOf",
        code: 'return notShownWhole !== undefined && opinion === "approved" ? "abstained" : opinion;',
        becomes: "return notShownWhole === opinion ? opinion : opinion;",
      },
    ],
    tests: ["packages/core/src/task/commands/review/record-verdict.test.ts"],
  },
  {
    id: "unread-pages-approve-over-mcp",
    bug: "A reviewer over MCP approves pages that it was never served.",
    edits: [
      {
        in: "mcp/submitReviewResultTool",
        code: 'opinion === "approved" ? await requireWholeChange(session, seat) : null;',
        becomes: 'opinion === "blocker" ? await requireWholeChange(session, seat) : null;',
      },
    ],
    tests: ["test/mcp/reviewer.test.ts"],
  },
  {
    id: "own-token-unseen",
    bug: "A token of ours is no credential.",
    project: "attack",
    edits: [
      {
        in: "core/OWN_FORMAT",
        code: '"lownum*1 slug*0..63 _ url*43"',
        becomes: '"lownum*1 slug*0..63 _ url*44"',
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "plain-yaml-password-unseen",
    bug: "A password without quotes is no credential.",
    project: "attack",
    edits: [
      {
        in: "core/isCredible",
        code: 'random === "value" || !looksLikeName(value)',
        becomes: 'random === "value"',
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "mixed-script-unseen",
    bug: "A Cyrillic letter in a Latin word is not said.",
    project: "attack",
    edits: [
      {
        in: "core/isMixed",
        code: "others.every((char) => LOOKALIKES.has(char))",
        becomes: "others.every((char) => LATIN.test(char))",
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "blank-letter-unseen",
    bug: "A letter without ink is ordinary text.",
    project: "attack",
    edits: [
      {
        in: "core/belongsToNeighbours",
        code: "if (char === BLANK_CELL) return CELL.test(before) || CELL.test(after);",
        becomes: "if (char === BLANK_CELL) return true;",
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
  {
    id: "case-collision-unseen",
    bug: "Two files that are one on other systems are merged without a word.",
    project: "attack",
    edits: [
      {
        in: "core/fold",
        code: 'return path.normalize("NFC").toLowerCase().normalize("NFC");',
        becomes: "return path;",
      },
    ],
    tests: HIDDEN_CREDENTIALS,
  },
];
