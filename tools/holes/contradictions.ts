import type { Hole } from "./hole.ts";

/** Where the documents contradict each other: the resolution that we did not choose. */
export const CONTRADICTIONS: readonly Hole[] = [
  {
    id: "C1",
    hole: "Work under review goes out to one tracker under the word of another.",
    edits: [
      {
        file: "packages/core/src/task/projections.ts",
        find: 'modes: "reviewing",\n    cycles: "completed",',
        replace: 'modes: "in_review",\n    cycles: "completed",',
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C2",
    hole: "Approved work is done although nothing was merged.",
    edits: [
      {
        file: "packages/core/src/task/carry-out.ts",
        find: 'context.policy.merge.strategy === "none" && context.actor.kind !== "human"',
        replace: 'context.actor.kind !== "human"',
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C3",
    hole: "Every negative answer sends the work back; nothing is clarified.",
    edits: [
      {
        file: "packages/core/src/task/carry-out.ts",
        find: "return clarify(logged, decision, context, null);",
        replace: "return sendBack(logged, decision, context);",
      },
    ],
    tests: ["packages/core/src/task/documents-panel.test.ts"],
  },
  {
    id: "C4",
    hole: "An abstention counts as an approval.",
    edits: [
      {
        file: "packages/core/src/decision/trust.ts",
        find: "const given = answers.some(isAbstained) ? answers.filter((v) => !isAbstained(v)) : answers;",
        replace: "const given = answers;",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C5",
    hole: "A severity in the words of another tool counts for less than it says.",
    edits: [
      {
        file: "packages/core/src/verdict/severity.ts",
        find: '["high", "major"]',
        replace: '["high", "warning"]',
      },
    ],
    tests: ["packages/core/src/verdict"],
  },
  {
    id: "C6",
    hole: "All layers of a chain are asked at once.",
    edits: [
      {
        file: "packages/core/src/plan/seal-plan.ts",
        find: "[machines, panel, ...layers.map((layer) => [layer])]",
        replace: "[machines, panel, layers]",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C7",
    hole: "A hold of the repository stops work that only its merges should wait for.",
    edits: [
      {
        file: "packages/core/src/task/work.ts",
        find: "if (holds.agent)",
        replace: "if (holds.agent || holds.repo)",
      },
    ],
    tests: ["packages/core/src/task"],
  },
  {
    id: "C8",
    hole: "The limit of attempts lets one more attempt through.",
    edits: [
      {
        file: "packages/core/src/decision/limits.ts",
        find: "task.attempt < task.attemptLimit",
        replace: "task.attempt <= task.attemptLimit",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C9",
    hole: "Work that nobody could review is approved without a flag.",
    edits: [
      {
        file: "packages/core/src/decision/decide.ts",
        find: 'onUnavailable === "complete" && isOpen ? "flag" : "escalate"',
        replace: 'onUnavailable === "complete" && isOpen ? "advance" : "escalate"',
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C10",
    hole: "An agent that worked on a task before is asked to review it.",
    edits: [
      {
        file: "packages/core/src/plan/eligible.ts",
        find: "if (work.authors.includes(reviewer.id))",
        replace: "if (work.authors.at(-1) === reviewer.id)",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C11",
    hole: "A log with a missing line is read as if it were whole.",
    edits: [
      {
        file: "packages/core/src/task/fold.ts",
        find: "if (entry.seq !== task.seq + 1)",
        replace: "if (entry.seq <= task.seq)",
      },
    ],
    tests: ["packages/core/src/task/fold.test.ts"],
  },
  {
    id: "C12",
    hole: "A key of the configuration that nobody knows is ignored without a word.",
    edits: [
      {
        file: "packages/core/src/policy/schema.ts",
        find: "export const PolicyFile = z.strictObject({",
        replace: "export const PolicyFile = z.object({",
      },
    ],
    tests: ["packages/core/src/policy/load-policy.test.ts"],
  },
  {
    id: "C13",
    hole: "An escalation tells nobody.",
    edits: [
      {
        file: "packages/core/src/task/carry-out.ts",
        find: ' { do: "notify", to: inTurn, why: "escalated" },',
        replace: "",
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C14",
    hole: "Without a label or a choice, work is approved without a person.",
    edits: [
      {
        file: "packages/core/src/policy/schema-flow.ts",
        find: 'default: Mode.default("batch")',
        replace: 'default: Mode.default("auto")',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C15",
    hole: "The mode auto-approve is an unknown word.",
    edits: [
      {
        file: "packages/core/src/policy/words.ts",
        find: `z
  .enum([...MODES, "auto-approve"])
  .transform((word): Mode => (word === "auto-approve" ? "auto" : word));`,
        replace: "z.enum(MODES);",
      },
    ],
    tests: ["packages/core/src/policy/load-policy.test.ts"],
  },
  {
    id: "C16",
    hole: "The gate has three words: warnings are a plain pass.",
    edits: [
      {
        file: "packages/core/src/decision/gate.ts",
        find: 'if (counts.warning > 0) return "pass_with_warnings";\n',
        replace: "",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C17",
    hole: "What the policy says of needs_fixes is ignored.",
    edits: [
      {
        file: "packages/core/src/policy/load-policy.ts",
        find: "needsFixes: content.gate.needsFixes",
        replace: "needsFixes: rows.severity.fail",
      },
    ],
    tests: ["packages/core/src/policy/profiles.test.ts"],
  },
  {
    id: "C18",
    hole: "Verdicts survive new content.",
    edits: [
      {
        file: "packages/core/src/task/plan-round.ts",
        find: "const sameTree = before.content.tree === content.tree;",
        replace: "const sameTree = before.number > 0;",
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C19",
    hole: "Skip leaves out the checks too.",
    edits: [
      {
        file: "packages/core/src/plan/compile-plan.ts",
        find: "machines: composed.machines,",
        replace: 'machines: mode.mode === "skip" ? [] : composed.machines,',
      },
    ],
    tests: ["packages/core/src/plan"],
  },
  {
    id: "C20",
    hole: "GitHub is needed unless it is switched off.",
    edits: [
      {
        file: "packages/core/src/policy/schema-run.ts",
        find: '.default(false)\n        .describe("Publish to GitHub")',
        replace: '.default(true)\n        .describe("Publish to GitHub")',
      },
    ],
    tests: ["packages/core/src/task/contradictions.test.ts"],
  },
  {
    id: "C21",
    hole: "An escalation goes to the owner, whoever is configured.",
    edits: [
      {
        file: "packages/core/src/decision/turn.ts",
        find: "return succession(named, policy);",
        replace: "return succession(policy.people.owner, policy);",
      },
    ],
    tests: ["packages/core/src/decision"],
  },
  {
    id: "C22",
    hole: "Gaps are looked for only where a model is configured to.",
    edits: [
      {
        file: "packages/core/src/plan/find-gaps.ts",
        find: "return GAP_RULES.flatMap((rule) => {",
        replace:
          "if (policy.gaps.reviewer === null) return [];\n  return GAP_RULES.flatMap((rule) => {",
      },
    ],
    tests: ["packages/core/src/plan"],
  },
];
