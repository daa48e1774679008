import type { SeededBug } from "./seeded-bug.ts";

/** Ways past the review that must stay closed. */
export const CLOSED_HOLES: readonly SeededBug[] = [
  {
    id: "H1",
    bug: "An author's approval counts in all layers.",
    edits: [
      {
        in: "core/distrusted",
        code: 'if (requirement.kind !== "self" && task.authors.includes(verdict.by)) return "trust_author";\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H2",
    bug: "A retry of the same answer is recorded as a second one.",
    edits: [
      {
        in: "core/isKnown",
        code: "return counted.some((verdict) => verdict.id === id);",
        becomes: "return counted.some((verdict) => verdict === null);",
      },
    ],
    tests: ["packages/core/src/task/commands/review/record-verdict.test.ts"],
  },
  {
    id: "H3",
    bug: "A quoted or fenced line acts as if it had been said.",
    edits: [
      {
        in: "core/readLine",
        code: 'return marker || "action" in reading ? { reason: inside } : null;',
        becomes: "return reading;",
      },
    ],
    tests: ["packages/core/src/content/messages/read-actions.test.ts"],
  },
  {
    id: "H4",
    bug: "A peer layer that no agent can answer disappears without a reason.",
    edits: [
      {
        in: "core/peerSeat",
        code: 'skip: "alone", detail: ',
        becomes: 'skip: "alone", detail: "" && ',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H5",
    bug: "An author picks a milder chain with its submission.",
    edits: [
      {
        in: "core/resolveChain",
        code: "if (!isAtLeastAsStrict(wish.chain, resolved.chain))",
        becomes: "if (wish.chain.length === 0)",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H6",
    bug: "An agent that has a person's name answers for the person.",
    edits: [
      {
        in: "core/distrusted",
        code: 'if (requirement.human && verdict.byKind !== "human") return "trust_not_human";\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H7",
    bug: "A label of unknown origin loosens the mode.",
    edits: [
      {
        in: "core/withoutPerson",
        code: 'const trusted = policy.trust.trackerLabels === "trusted";',
        becomes: "const trusted = true;",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H8",
    bug: "The author's DONE signal counts as passed checks.",
    edits: [
      {
        in: "core/obstacles",
        code: "qualityPassed: checks.length > 0 && checks.every(passed),",
        becomes: 'qualityPassed: round.signal === "DONE",',
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H9",
    bug: "An approval counts for what is there when it lands, not for what was shown.",
    edits: [
      {
        in: "core/approve",
        code: "requireSeat(task, command, context);\n",
        becomes: `const current = requireRound(task);
  command = { ...command, round: current.number, tree: current.content.tree };
  requireSeat(task, command, context);
`,
      },
    ],
    tests: ["packages/core/src/task/documents-modes.test.ts"],
  },
  {
    id: "H10",
    bug: "The id of a task may be a path, so that its feedback is written elsewhere.",
    edits: [
      {
        in: "core/NAME",
        code: "const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._@+-]{0,62}[A-Za-z0-9])?$/;",
        becomes: "const NAME = /^[A-Za-z0-9./](?:[A-Za-z0-9._@+/-]{0,62}[A-Za-z0-9])?$/;",
      },
    ],
    tests: ["packages/core/src/kernel"],
  },
  {
    id: "H11",
    bug: "A reviewer's text reaches the author's prompt unquoted and without a bound.",
    edits: [
      {
        in: "core/saidText",
        code: "quoteBlock(summary, MAX_SAID)",
        becomes: "summary",
      },
    ],
    tests: ["packages/core/src/feedback"],
  },
  {
    id: "H12",
    bug: "A review result is accepted from any caller.",
    edits: [
      {
        in: "core/notCounted",
        code: "if (distrust !== null) return distrust;\n",
        becomes: "",
      },
    ],
    tests: ["packages/core/src/task/documents-cycles.test.ts"],
  },
  {
    id: "H13",
    bug: "A branch name identifies the content, and moves after the approval.",
    edits: [
      {
        in: "core/ObjectId",
        code: "z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)",
        becomes: "z.string().min(1).max(250)",
      },
    ],
    tests: ["packages/core/src/kernel"],
  },
  {
    id: "H14",
    bug: "An unanswered escalation has no timer.",
    edits: [
      {
        in: "core/dueMs",
        code: 'case "held":',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/task/review/carry-out.test.ts"],
  },
  {
    id: "H15",
    bug: "A plan without a single review passes.",
    edits: [
      {
        in: "core/emptinessReasons",
        code: 'if (answered === 0) return [planReason("zero_reviews", "escalate")];\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "H16",
    bug: "A reviewer reads the author's account before it has judged the work.",
    edits: [
      {
        in: "core/authorsAccount",
        code: 'if (input.pass === "first") return [];',
        becomes: 'if (!("authorSummary" in input)) return [];',
      },
    ],
    tests: ["packages/core/src/feedback"],
  },
  {
    id: "H17",
    bug: "An agent keeps its lease alive with any event it reports.",
    edits: [
      {
        in: "core/APPLIERS",
        code: "event_reported: (task) => task,",
        becomes: `event_reported: (task) =>
    task.phase.is === "in_progress"
      ? { ...task, phase: { ...task.phase, leaseUntilMs: task.phase.leaseUntilMs + 900_000 } }
      : task,`,
      },
    ],
    tests: ["packages/core/src/task/documents-panel.test.ts"],
  },
  {
    id: "H18",
    bug: "The agent that builds submits the facts and the gaps of its own plan.",
    edits: [
      {
        in: "core/planRound",
        code: "  requireSystem(task, context);\n",
        becomes: "",
      },
    ],
    tests: ["packages/core/src/task/documents-pipeline.test.ts"],
  },
  {
    id: "H19",
    bug: "An answer that was cut off counts as a complete one.",
    edits: [
      {
        in: "core/readEcho",
        code: 'if (object.completed !== true) return noResult("the answer does not say completed: true");\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
  {
    id: "H20",
    bug: "A change of protected paths does not ask the owner.",
    edits: [
      {
        in: "core/layerAsks",
        code: "[...demands, ...ownerForGuarded(guarded)]",
        becomes: "[...demands]",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "H21",
    bug: "A model's severity counts instead of its rule's.",
    edits: [
      {
        in: "core/effectiveSeverity",
        code: "if (rule) return worse(raw, rule.severity);",
        becomes: "if (rule) return raw;",
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
];
