import type { Hole } from "./hole.ts";

/** Ways past the review that must stay closed. */
export const CLOSED_HOLES: readonly Hole[] = [
  {
    id: "H1",
    hole: "An author's approval counts for every layer.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: 'if (requirement.kind !== "self" && task.authors.includes(verdict.by)) return "trust_author";\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H2",
    hole: "A retry of the same answer is recorded as a second one.",
    edits: [
      {
        file: "packages/core/src/task/record-verdict.ts",
        find: "return counted.some((verdict) => verdict.id === id);",
        replace: "return counted.some((verdict) => verdict === null);",
      },
    ],
    tests: ["packages/core/src/task/record-verdict.test.ts"],
  },
  {
    id: "H3",
    hole: "A quoted or fenced line acts as if it had been said.",
    edits: [
      {
        file: "packages/core/src/content/read-actions.ts",
        find: 'return marker || "action" in reading ? { reason: inside } : null;',
        replace: "return reading;",
      },
    ],
    tests: ["packages/core/src/content/read-actions.test.ts"],
  },
  {
    id: "H4",
    hole: "A peer layer that no agent can answer disappears without a reason.",
    edits: [
      {
        file: "packages/core/src/plan/peer-seat.ts",
        find: 'skip: "alone", detail: ',
        replace: 'skip: "alone", detail: "" && ',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H5",
    hole: "An author picks a milder chain with its submission.",
    edits: [
      {
        file: "packages/core/src/plan/resolve-chain.ts",
        find: "if (!isAtLeastAsStrict(wish.chain, resolved.chain))",
        replace: "if (wish.chain.length === 0)",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H6",
    hole: "An agent that has a person's name answers for the person.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: 'if (requirement.human && verdict.byKind !== "human") return "trust_not_human";\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H7",
    hole: "A label of unknown origin loosens the mode.",
    edits: [
      {
        file: "packages/core/src/plan/resolve-mode.ts",
        find: 'const trusted = policy.trust.trackerLabels === "trusted";',
        replace: "const trusted = true;",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H8",
    hole: "The author's word that it is done stands for checks that passed.",
    edits: [
      {
        file: "packages/core/src/decision/decide.ts",
        find: "qualityPassed: checks.length > 0 && checks.every(passed),",
        replace: 'qualityPassed: round.signal === "DONE",',
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H9",
    hole: "An approval counts for what is there when it lands, not for what was shown.",
    edits: [
      {
        file: "packages/core/src/task/person.ts",
        find: "requireSeat(task, command, context);\n",
        replace: `const current = requireRound(task);
  command = { ...command, round: current.number, tree: current.content.tree };
  requireSeat(task, command, context);
`,
      },
    ],
    tests: ["packages/core/src/task/documents-modes.test.ts"],
  },
  {
    id: "H10",
    hole: "The id of a task may be a path, so that its feedback is written elsewhere.",
    edits: [
      {
        file: "packages/core/src/kernel/ids.ts",
        find: "const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@+-]{0,62}[A-Za-z0-9])?$/;",
        replace: "const NAME = /^[A-Za-z0-9./](?:[A-Za-z0-9._@+/-]{0,62}[A-Za-z0-9])?$/;",
      },
    ],
    tests: ["packages/core/src/kernel"],
  },
  {
    id: "H11",
    hole: "A reviewer's text reaches the author's prompt unquoted and without a bound.",
    edits: [
      {
        file: "packages/core/src/feedback/compose-redo.ts",
        find: "quoteBlock(summary, MAX_SAID)",
        replace: "summary",
      },
    ],
    tests: ["packages/core/src/feedback"],
  },
  {
    id: "H12",
    hole: "A review result is taken from whoever hands it in.",
    edits: [
      {
        file: "packages/core/src/task/record-verdict.ts",
        find: "if (distrust !== null) return distrust;\n",
        replace: "",
      },
    ],
    tests: ["packages/core/src/task/documents-cycles.test.ts"],
  },
  {
    id: "H13",
    hole: "A branch's name stands for content, and moves after the approval.",
    edits: [
      {
        file: "packages/core/src/kernel/ids.ts",
        find: "z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)",
        replace: "z.string().min(1).max(250)",
      },
    ],
    tests: ["packages/core/src/kernel"],
  },
  {
    id: "H14",
    hole: "Nothing ever wakes an escalation that nobody answers.",
    edits: [
      {
        file: "packages/core/src/task/carry-out.ts",
        find: 'if (phase.is === "reviewing" || phase.is === "held" || phase.is === "merging")',
        replace: 'if (phase.is === "reviewing" || phase.is === "merging")',
      },
    ],
    tests: ["packages/core/src/task/carry-out.test.ts"],
  },
  {
    id: "H15",
    hole: "A plan without a single review passes.",
    edits: [
      {
        file: "packages/core/src/decision/decide.ts",
        find: 'if (answered === 0) return [planReason("zero_reviews", "escalate")];\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H16",
    hole: "A reviewer reads the author's account before it has judged the work.",
    edits: [
      {
        file: "packages/core/src/feedback/compose-brief.ts",
        find: 'if (input.pass === "first") return [];',
        replace: 'if (!("authorSummary" in input)) return [];',
      },
    ],
    tests: ["packages/core/src/feedback"],
  },
  {
    id: "H17",
    hole: "An agent keeps its lease alive with any event it reports.",
    edits: [
      {
        file: "packages/core/src/task/apply.ts",
        find: "event_reported: (task) => task,",
        replace: `event_reported: (task) =>
    task.phase.is === "in_progress"
      ? { ...task, phase: { ...task.phase, leaseUntilMs: task.phase.leaseUntilMs + 900_000 } }
      : task,`,
      },
    ],
    tests: ["packages/core/src/task/documents-panel.test.ts"],
  },
  {
    id: "H18",
    hole: "The agent that builds submits the facts and the gaps of its own plan.",
    edits: [
      {
        file: "packages/core/src/task/plan-round.ts",
        find: "  requireSystem(task, context);\n",
        replace: "",
      },
    ],
    tests: ["packages/core/src/task/documents-pipeline.test.ts"],
  },
  {
    id: "H19",
    hole: "An answer that was cut off counts as a complete one.",
    edits: [
      {
        file: "packages/core/src/verdict/parse-answer.ts",
        find: 'if (object.completed !== true) return noResult("the answer does not say completed: true");\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
  {
    id: "H20",
    hole: "A change of protected paths does not ask the owner.",
    edits: [
      {
        file: "packages/core/src/plan/layer-asks.ts",
        find: "[...demands, ...ownerForGuarded(guarded)]",
        replace: "[...demands]",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H21",
    hole: "A model's severity counts instead of its rule's.",
    edits: [
      {
        file: "packages/core/src/verdict/severity.ts",
        find: "if (rule) return worse(raw, rule.severity);",
        replace: "if (rule) return raw;",
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
];
