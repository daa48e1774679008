import type { z } from "zod";
import { Reviewer } from "../schema-review.ts";

type ReviewerInput = z.input<typeof Reviewer>;

const CHECKS: readonly ReviewerInput[] = [
  {
    id: "integrity",
    name: "Integrity",
    kind: "check",
    adapter: "builtin",
    description: "Readable content, a complete diff, no hidden text",
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
    description: "New dependencies, their sources and scripts, manifests without their lock files",
  },
  {
    id: "protected-paths",
    name: "Protected paths",
    kind: "check",
    adapter: "builtin",
    description: "Changes to paths that the policy protects",
  },
  {
    id: "change-size",
    name: "Change size",
    kind: "check",
    adapter: "builtin",
    description: "Changes that are too large to review",
  },
  {
    id: "generated-files",
    name: "Generated files",
    kind: "check",
    adapter: "builtin",
    description: "Generated files that change without their source",
  },
  {
    id: "licence-headers",
    name: "Licence headers",
    kind: "check",
    adapter: "builtin",
    description: "Removed copyright and licence notices",
  },
  {
    id: "leftovers",
    name: "Leftovers",
    kind: "check",
    adapter: "builtin",
    description: "Conflict markers, TODO comments without an issue, debugging code",
  },
  {
    id: "file-kinds",
    name: "File kinds",
    kind: "check",
    adapter: "builtin",
    description: "Large binary files, executable data files",
  },
];

const AGENTS: readonly ReviewerInput[] = [
  {
    id: "build-reviewer",
    name: "Build reviewer",
    kind: "agent",
    adapter: "claude",
    modelFamily: "claude",
    capabilities: ["typescript", "testing", "structure"],
    description: "Type safety, error handling, duplication, hard-coded values, tests, structure",
  },
  {
    id: "finance-sme",
    name: "Finance expert",
    kind: "agent",
    adapter: "claude",
    modelFamily: "claude",
    capabilities: ["money", "tax", "bookkeeping"],
    focusAreas: ["Exact amounts", "Rounding", "Idempotent payments", "Auditable records"],
    description: "Financial arithmetic, records and rules",
  },
  {
    id: "design-auditor",
    name: "Design auditor",
    kind: "agent",
    adapter: "claude",
    modelFamily: "claude",
    capabilities: ["accessibility", "layout", "copy"],
    focusAreas: ["Accessibility", "Consistency", "States and errors"],
    elevate: {},
    description: "Fifteen dimensions of the user interface",
  },
  {
    id: "security-reviewer",
    name: "Security reviewer",
    kind: "agent",
    adapter: "claude",
    modelFamily: "claude",
    capabilities: ["security", "privacy", "supply chain"],
    focusAreas: ["Access", "Injection", "Secrets and personal data", "Dependencies and automation"],
    description: "Vulnerabilities that an attacker could exploit",
  },
  {
    id: "architecture-reviewer",
    name: "Architecture reviewer",
    kind: "agent",
    adapter: "claude",
    modelFamily: "claude",
    capabilities: ["architecture", "boundaries", "scale"],
    focusAreas: ["Boundaries and dependencies", "State and concurrency", "Cost of later changes"],
    description:
      "Whether the change fits the architecture, and which later changes it makes harder",
  },
  {
    id: "integration-reviewer",
    name: "Integration reviewer",
    kind: "agent",
    adapter: "claude",
    modelFamily: "claude",
    capabilities: ["interfaces", "compatibility", "migrations"],
    focusAreas: ["Callers and contracts", "Old and new versions together", "Stored data"],
    description: "Whether the change works with its callers and with stored data",
  },
  {
    id: "test-reviewer",
    name: "Test reviewer",
    kind: "agent",
    adapter: "claude",
    modelFamily: "claude",
    capabilities: ["testing"],
    focusAreas: ["What the tests prove", "What they do not cover", "Whether they are reliable"],
    description: "Whether the tests would detect a bug in the code",
  },
  {
    id: "codex",
    name: "Codex",
    kind: "agent",
    adapter: "codex",
    modelFamily: "gpt",
    description: "A second opinion, as a member of the panel",
  },
  {
    id: "gemini",
    name: "Gemini",
    kind: "agent",
    adapter: "gemini",
    modelFamily: "gemini",
    description: "A third opinion, as a member of the panel",
  },
];

/** The shipped reviewers: ten checks and nine agents. */
export const SHIPPED_REVIEWERS: Reviewer[] = [...CHECKS, ...AGENTS].map((entry) =>
  Reviewer.parse(entry),
);
