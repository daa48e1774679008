import type { z } from "zod";
import { Reviewer } from "../schema-review.ts";

type ReviewerInput = z.input<typeof Reviewer>;

const CHECKS: readonly ReviewerInput[] = [
  {
    id: "integrity",
    name: "Integrity",
    kind: "check",
    adapter: "builtin",
    description: "The content can be read, the diff is complete, no text is hidden",
  },
  {
    id: "secrets",
    name: "Secrets",
    kind: "check",
    adapter: "builtin",
    description: "Credentials in the change",
  },
];

const AGENTS: readonly ReviewerInput[] = [
  {
    id: "build-reviewer",
    name: "Build reviewer",
    kind: "agent",
    adapter: "claude",
    capabilities: ["typescript", "testing", "structure"],
    description: "Type safety, error handling, duplication, hard-coded values, tests, structure",
  },
  {
    id: "finance-sme",
    name: "Finance expert",
    kind: "agent",
    adapter: "claude",
    capabilities: ["money", "tax", "bookkeeping"],
    focusAreas: [
      "Exact amounts",
      "Rounding",
      "Money that moves once",
      "Records that can be audited",
    ],
    description: "Arithmetic, records and rules of money",
  },
  {
    id: "design-auditor",
    name: "Design auditor",
    kind: "agent",
    adapter: "claude",
    capabilities: ["accessibility", "layout", "copy"],
    focusAreas: ["Accessibility", "Consistency", "States and errors"],
    elevate: {},
    description: "Fifteen dimensions of what people see and touch",
  },
  {
    id: "security-reviewer",
    name: "Security reviewer",
    kind: "agent",
    adapter: "claude",
    capabilities: ["security", "privacy", "supply chain"],
    focusAreas: ["Access", "Injection", "Secrets and personal data", "Dependencies and automation"],
    description: "What an attacker would look for",
  },
  {
    id: "codex",
    name: "Codex",
    kind: "agent",
    adapter: "codex",
    modelFamily: "gpt",
    description: "A second opinion; member of the panel",
  },
  {
    id: "gemini",
    name: "Gemini",
    kind: "agent",
    adapter: "gemini",
    modelFamily: "gemini",
    description: "A third opinion; member of the panel",
  },
];

/** The registry that comes with the product: two checks and six agents. */
export const SHIPPED_REVIEWERS: Reviewer[] = [...CHECKS, ...AGENTS].map((entry) =>
  Reviewer.parse(entry),
);
