import type { Hole } from "./hole.ts";

/** Defects inside single documents, as they would look in our code. */
export const DEFECTS: readonly Hole[] = [
  {
    id: "D1",
    hole: "An approval advances the chain whoever gave it.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: " || seatOf(verdict.by, requirement, input) === null",
        replace: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D2",
    hole: "For each layer that was skipped another one is asked twice.",
    edits: [
      {
        file: "packages/core/src/plan/seal-plan.ts",
        find: "...layers.map((layer) => [layer])",
        replace:
          "...layers.flatMap((layer, at) => at < rest.skipped.length ? [[layer], [layer]] : [[layer]])",
      },
    ],
    tests: ["packages/core/src/task/documents-chains.test.ts"],
  },
  {
    id: "D3",
    hole: "A sentence approves wherever it stands, also after a negation.",
    edits: [
      {
        file: "packages/core/src/content/read-sentence.ts",
        find: "/^(self[- ]review",
        replace: "/(self[- ]review",
      },
    ],
    tests: ["packages/core/src/content/read-sentence.test.ts"],
  },
  {
    id: "D4",
    hole: "The chain that a submission asks for is read and not used.",
    edits: [
      {
        file: "packages/core/src/plan/resolve-chain.ts",
        find: 'return withNote(wish, "asked for by chain_type=");',
        replace: 'return withNote(resolved, "asked for by chain_type=");',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "D5",
    hole: "Of two reviewers who are asked together only the later answer is kept.",
    edits: [
      {
        file: "packages/core/src/task/state-parts.ts",
        find: "(known) => known.requirement !== verdict.requirement || known.by !== verdict.by,",
        replace: "(known) => known.requirement !== verdict.requirement,",
      },
    ],
    tests: ["packages/core/src/task/documents-panel.test.ts"],
  },
  {
    id: "D6",
    hole: "Green checks approve a batch task that waits for a person.",
    edits: [
      {
        file: "packages/core/src/plan/layer-asks.ts",
        find: 'mode === "auto" && mayAutoApprove ?',
        replace: "mayAutoApprove ?",
      },
      {
        file: "packages/core/src/decision/decide.ts",
        find: 'plan.mode.mode === "auto" && obstacles(weighing).length === 0',
        replace: "obstacles(weighing).length === 0",
      },
    ],
    tests: ["packages/core/src/task/documents-modes.test.ts"],
  },
  {
    id: "D7",
    hole: "The summary counts a per-task task as one that may be approved without a look.",
    edits: [
      {
        file: "packages/core/src/decision/auto-approve.ts",
        find: '    [facts.mode.mode === "per-task", "mode per-task"],\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D8",
    hole: "A panel returns to the wrong place, and completions during a review are lost.",
    owner: "tui",
  },
  { id: "D9", hole: "One key means two things in one place.", owner: "tui" },
  {
    id: "D10",
    hole: "Work that was submitted takes no answer of its reviewer.",
    edits: [
      {
        file: "packages/core/src/task/record-verdict.ts",
        find: 'phase.is === "reviewing" ||\n    (phase.is === "held"',
        replace: '(phase.is === "held"',
      },
    ],
    tests: ["packages/core/src/task/documents-cycles.test.ts"],
  },
  {
    id: "D11",
    hole: "Feedback overwrites what was said in earlier rounds.",
    edits: [
      {
        file: "packages/core/src/task/apply.ts",
        find: "feedback: [...task.feedback, entry]",
        replace: "feedback: [entry]",
      },
    ],
    tests: ["packages/core/src/task/documents-modes.test.ts"],
  },
  {
    id: "D12",
    hole: "A panel of which nobody answered has approved.",
    edits: [
      {
        file: "packages/core/src/decision/stage.ts",
        find: 'if (isShort) return fires("quorum_unreachable", "escalate", inputs);\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D13",
    hole: "Two concerns of one reviewer count as the concerns of two.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: "return verdicts.filter((verdict) => worst.get(seat(verdict.by)) === verdict);",
        replace: "return verdicts;",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D14",
    hole: "One clock watches all agents together, so that a lively one hides a dead one.",
    edits: [
      {
        file: "packages/core/src/policy/schema-run.ts",
        find: '  agent: Duration.default("15m").describe("No event from one agent"),\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/policy/load-policy.test.ts"],
  },
  {
    id: "D15",
    hole: "A finding that several reviewers raise names only the first.",
    edits: [
      {
        file: "packages/core/src/verdict/merge-findings.ts",
        find: "raisedBy: [...new Set([...finding.raisedBy, input.by])].sort(),",
        replace: "raisedBy: finding.raisedBy,",
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
  {
    id: "D16",
    hole: "The pipeline runs again as often as its gate fails.",
    edits: [
      {
        file: "packages/core/src/policy/profiles.ts",
        find: 'defaults: { chains: everyChain(["self"]), modes: { default: "skip" } },\n    rows: ROWS,',
        replace:
          'defaults: { chains: everyChain(["self"]), modes: { default: "skip" } },\n    rows: { ...ROWS, limits: { ...ROWS.limits, attempts: false } },',
      },
    ],
    tests: ["packages/core/src/task/documents-pipeline.test.ts"],
  },
  {
    id: "D17",
    hole: "A verdict counts whatever tree it was given for.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: "if (verdict.round !== round.number || verdict.tree !== round.tree)",
        replace: "if (verdict.round !== round.number)",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
];
