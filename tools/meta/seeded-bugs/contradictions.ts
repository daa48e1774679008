import type { SeededBug } from "./seeded-bug.ts";

/** Contradictions between documents: the resolution that was not chosen. */
export const CONTRADICTIONS: readonly SeededBug[] = [
  {
    id: "C1",
    bug: "Work under review goes out to one tracker under the word of another.",
    edits: [
      {
        in: "core/PROJECTIONS",
        code: 'modes: "reviewing",\n    cycles: "completed",',
        becomes: 'modes: "in_review",\n    cycles: "completed",',
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C2",
    bug: "Approved work is done although nothing was merged.",
    edits: [
      {
        in: "core/approveContent",
        code: 'context.policy.merge.strategy === "none" && context.actor.kind !== "human"',
        becomes: 'context.actor.kind !== "human"',
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C3",
    bug: "Every negative answer sends the work back; nothing is clarified.",
    edits: [
      {
        in: "core/carryOut",
        code: "return clarify(logged, decision, context, null);",
        becomes: "return sendBack(logged, decision, context);",
      },
    ],
    tests: ["packages/core/src/task/documents-panel.test.ts"],
  },
  {
    id: "C4",
    bug: "An abstention counts as an approval.",
    edits: [
      {
        in: "core/settle",
        code: "const given = answers.some(isAbstained) ? answers.filter((v) => !isAbstained(v)) : answers;",
        becomes: "const given = answers;",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C5",
    bug: "A severity in the words of another tool counts for less than it says.",
    edits: [
      {
        in: "core/ALIASES",
        code: '["high", "major"]',
        becomes: '["high", "warning"]',
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
  {
    id: "C6",
    bug: "All layers of a chain are asked at once.",
    edits: [
      {
        in: "core/arrangePlan",
        code: "[machines, panel, ...layers.map((layer) => [layer])]",
        becomes: "[machines, panel, layers]",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C7",
    bug: "A hold of the repository stops work that only its merges should wait for.",
    edits: [
      {
        in: "core/requireNoHold",
        code: "if (holds.agent)",
        becomes: "if (holds.agent || holds.repo)",
      },
    ],
    tests: ["packages/core/src/task"],
  },
  {
    id: "C8",
    bug: "The limit of attempts lets one more attempt through.",
    edits: [
      {
        in: "core/attempts",
        code: "task.attempt < task.attemptLimit",
        becomes: "task.attempt <= task.attemptLimit",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C9",
    bug: "Work without any possible reviewer is approved without a flag.",
    edits: [
      {
        in: "core/emptinessReasons",
        code: 'onUnavailable === "complete" && isOpen ? "flag" : "escalate"',
        becomes: 'onUnavailable === "complete" && isOpen ? "advance" : "escalate"',
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C10",
    bug: "An agent that worked on a task before is asked to review it.",
    edits: [
      {
        in: "core/conflictOf",
        code: "if (work.authors.includes(reviewer.id))",
        becomes: "if (work.authors.at(-1) === reviewer.id)",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C11",
    bug: "A log with a missing line is read as if it were whole.",
    edits: [
      {
        in: "core/applyEntry",
        code: "if (entry.seq !== task.seq + 1)",
        becomes: "if (entry.seq <= task.seq)",
      },
    ],
    tests: ["packages/core/src/task/fold/fold.test.ts"],
  },
  {
    id: "C12",
    bug: "An unknown configuration key is ignored silently.",
    edits: [
      {
        in: "core/PolicyFile",
        code: "export const PolicyFile = z.strictObject({",
        becomes: "export const PolicyFile = z.object({",
      },
    ],
    tests: ["packages/core/src/policy/load/load-policy.test.ts"],
  },
  {
    id: "C13",
    bug: "An escalation notifies no one.",
    edits: [
      {
        in: "core/escalate",
        code: ' { do: "notify", to: inTurn, why: "escalated" },',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C14",
    bug: "Without a label or a choice, work is approved without a person.",
    edits: [
      {
        in: "core/Modes",
        code: 'default: Mode.default("batch")',
        becomes: 'default: Mode.default("auto")',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C15",
    bug: "The mode auto-approve is an unknown word.",
    edits: [
      {
        in: "core/Mode",
        code: `z
  .enum([...MODES, "auto-approve"])
  .transform((word): Mode => (word === "auto-approve" ? "auto" : word));`,
        becomes: "z.enum(MODES);",
      },
    ],
    tests: ["packages/core/src/policy/load/load-policy.test.ts"],
  },
  {
    id: "C16",
    bug: "The gate has three words: warnings are a plain pass.",
    edits: [
      {
        in: "core/gateOf",
        code: 'if (counts.warning > 0) return "pass_with_warnings";\n',
        becomes: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C17",
    bug: "What the policy says of needs_fixes is ignored.",
    edits: [
      {
        in: "core/compile",
        code: "needsFixes: content.gate.needsFixes",
        becomes: "needsFixes: rows.severity.fail",
      },
    ],
    tests: ["packages/core/src/policy/load/profiles.test.ts"],
  },
  {
    id: "C18",
    bug: "Verdicts survive new content.",
    edits: [
      {
        in: "core/survivesIn",
        code: "const sameTree = before.content.tree === content.tree;",
        becomes: "const sameTree = before.number > 0;",
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C19",
    bug: "Skip leaves out the checks too.",
    edits: [
      {
        in: "core/draftPlan",
        code: "machines: composed.machines,",
        becomes: 'machines: mode.mode === "skip" ? [] : composed.machines,',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C20",
    bug: "GitHub is needed unless it is switched off.",
    edits: [
      {
        in: "core/Trackers",
        code: '.default(false)\n        .describe("Publish to GitHub")',
        becomes: '.default(true)\n        .describe("Publish to GitHub")',
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C21",
    bug: "An escalation ignores the configured people and goes to the owner.",
    edits: [
      {
        in: "core/escalationLine",
        code: "return succession(named, policy);",
        becomes: "return succession(policy.people.owner, policy);",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C22",
    bug: "Gaps are looked for only where a model is configured to.",
    edits: [
      {
        in: "core/findGaps",
        code: "return GAP_RULES.flatMap((rule) => {",
        becomes:
          "if (policy.gaps.reviewer === null) return [];\n  return GAP_RULES.flatMap((rule) => {",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
];
