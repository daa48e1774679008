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
  {
    id: "weakened-tests",
    name: "Weakened tests",
    kind: "check",
    adapter: "builtin",
    description: "Tests that check less than before: removed, skipped, loosened",
  },
  {
    id: "dependency-changes",
    name: "Dependency changes",
    kind: "check",
    adapter: "builtin",
    description: "New dependencies, their sources and scripts, manifests without their locks",
  },
  {
    id: "protected-paths",
    name: "Protected paths",
    kind: "check",
    adapter: "builtin",
    description: "Changes of what the policy protects",
  },
  {
    id: "change-size",
    name: "Change size",
    kind: "check",
    adapter: "builtin",
    description: "Changes that are too large to be read with care",
  },
  {
    id: "generated-files",
    name: "Generated files",
    kind: "check",
    adapter: "builtin",
    description: "Files of tools that change without their source",
  },
  {
    id: "licence-headers",
    name: "Licence headers",
    kind: "check",
    adapter: "builtin",
    description: "Notices of copyright and licence that go",
  },
  {
    id: "leftovers",
    name: "Leftovers",
    kind: "check",
    adapter: "builtin",
    description: "Marks of conflicts, open work without an issue, debugging",
  },
  {
    id: "file-kinds",
    name: "File kinds",
    kind: "check",
    adapter: "builtin",
    description: "Large binary files, and data that can be started",
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
    id: "architecture-reviewer",
    name: "Architecture reviewer",
    kind: "agent",
    adapter: "claude",
    capabilities: ["architecture", "boundaries", "scale"],
    focusAreas: ["Boundaries and direction", "State and concurrency", "What it costs to change"],
    description: "Whether the change fits the whole, and what it makes harder later",
  },
  {
    id: "integration-reviewer",
    name: "Integration reviewer",
    kind: "agent",
    adapter: "claude",
    capabilities: ["interfaces", "compatibility", "migrations"],
    focusAreas: ["Callers and contracts", "Old and new at once", "Stored data"],
    description: "Whether the change works with what calls it and with what is stored",
  },
  {
    id: "test-reviewer",
    name: "Test reviewer",
    kind: "agent",
    adapter: "claude",
    capabilities: ["testing"],
    focusAreas: ["What the tests prove", "What they leave out", "Whether they can be trusted"],
    description: "Whether the tests would notice if the code were wrong",
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

/** The registry that comes with the product: ten checks and nine agents. */
export const SHIPPED_REVIEWERS: Reviewer[] = [...CHECKS, ...AGENTS].map((entry) =>
  Reviewer.parse(entry),
);
