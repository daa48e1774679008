import type { SeededBug } from "./seeded-bug.ts";

/** Defects inside single documents, as they would look in our code. */
export const DEFECTS: readonly SeededBug[] = [
  {
    id: "D1",
    bug: "An approval by any actor advances the chain.",
    edits: [
      {
        in: "core/distrusted",
        code: " || seatOf(verdict.by, requirement, input) === null",
        becomes: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D2",
    bug: "For each layer that was skipped another one is asked twice.",
    edits: [
      {
        in: "core/arrangePlan",
        code: "...layers.map((layer) => [layer])",
        becomes:
          "...layers.flatMap((layer, at) => at < rest.skipped.length ? [[layer], [layer]] : [[layer]])",
      },
    ],
    tests: ["packages/core/src/task/documents-chains.test.ts"],
  },
  {
    id: "D3",
    bug: "A sentence approves in any position, even after a negation.",
    edits: [
      {
        in: "core/SENTENCE",
        code: "/^(self[- ]review",
        becomes: "/(self[- ]review",
      },
    ],
    tests: ["packages/core/src/content/messages/read-sentence.test.ts"],
  },
  {
    id: "D4",
    bug: "The chain that a submission asks for is read and not used.",
    edits: [
      {
        in: "core/resolveChain",
        code: 'return withNote(wish, "asked for by chain_type=");',
        becomes: 'return withNote(resolved, "asked for by chain_type=");',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "D5",
    bug: "Of two reviewers who are asked together only the later answer is kept.",
    edits: [
      {
        in: "core/seated",
        code: "(known) => known.requirement !== verdict.requirement || known.by !== verdict.by,",
        becomes: "(known) => known.requirement !== verdict.requirement,",
      },
    ],
    tests: ["packages/core/src/task/documents-panel.test.ts"],
  },
  {
    id: "D6",
    bug: "Green checks approve a batch task that waits for a person.",
    edits: [
      {
        in: "core/modeAsk",
        code: 'mode === "auto" && mayAutoApprove ?',
        becomes: "mayAutoApprove ?",
      },
      {
        in: "core/stageContext",
        code: 'plan.mode.mode === "auto" && obstacles(weighing).length === 0',
        becomes: "obstacles(weighing).length === 0",
      },
    ],
    tests: ["packages/core/src/task/documents-modes.test.ts"],
  },
  {
    id: "D7",
    bug: "The summary counts a per-task task as one that may be approved without a look.",
    edits: [
      {
        in: "core/autoApproveObstacles",
        code: '    [facts.mode.mode === "per-task", "mode per-task"],\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D8",
    bug: "A panel returns to the wrong place, and completions during a review are lost.",
    owner: "tui",
  },
  { id: "D9", bug: "One key means two things in one place.", owner: "tui" },
  {
    id: "D10",
    bug: "Work that was submitted takes no answer of its reviewer.",
    edits: [
      {
        in: "core/countsIn",
        code: 'phase.is === "reviewing" ||\n    (phase.is === "held"',
        becomes: '(phase.is === "held"',
      },
    ],
    tests: ["packages/core/src/task/documents-cycles.test.ts"],
  },
  {
    id: "D11",
    bug: "Feedback overwrites what was said in earlier rounds.",
    edits: [
      {
        in: "core/APPLIERS",
        code: "feedback: [...task.feedback, entry]",
        becomes: "feedback: [entry]",
      },
    ],
    tests: ["packages/core/src/task/documents-modes.test.ts"],
  },
  {
    id: "D12",
    bug: "A panel without any answer has approved.",
    edits: [
      {
        in: "core/requirementReason",
        code: 'if (isShort) return fires("quorum_unreachable", "escalate", inputs);\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D13",
    bug: "Two concerns of one reviewer count as the concerns of two.",
    edits: [
      {
        in: "core/worstOfEach",
        code: "return verdicts.filter((verdict) => worst.get(seat(verdict.by)) === verdict);",
        becomes: "return verdicts;",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "D14",
    bug: "One clock watches all agents together, so that a lively one hides a dead one.",
    edits: [
      {
        in: "core/Silence",
        code: '  agent: Duration.default("15m").describe("Time without an event from one agent"),\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/policy/load/load-policy.test.ts"],
  },
  {
    id: "D15",
    bug: "A finding that several reviewers raise names only the first.",
    edits: [
      {
        in: "core/raiseAgain",
        code: "raisedBy: [...new Set([...finding.raisedBy, input.by])].sort(),",
        becomes: "raisedBy: finding.raisedBy,",
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
  {
    id: "D16",
    bug: "The pipeline runs again as often as its gate fails.",
    edits: [
      {
        in: "core/PROFILES",
        code: 'defaults: { chains: everyChain(["self"]), modes: { default: "skip" } },\n    rows: ROWS,',
        becomes:
          'defaults: { chains: everyChain(["self"]), modes: { default: "skip" } },\n    rows: { ...ROWS, limits: { ...ROWS.limits, attempts: false } },',
      },
    ],
    tests: ["packages/core/src/task/documents-pipeline.test.ts"],
  },
  {
    id: "D17",
    bug: "A verdict counts whatever tree it was given for.",
    edits: [
      {
        in: "core/distrusted",
        code: "if (verdict.round !== round.number || verdict.tree !== round.tree)",
        becomes: "if (verdict.round !== round.number)",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
];
