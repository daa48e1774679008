import type { z } from "zod";
import { ReviewPolicy } from "../schema-review.ts";
import { CODE_PATHS } from "../words.ts";

/** Applies to every change, regardless of the configuration. */
export const UNIVERSAL_POLICY: ReviewPolicy = ReviewPolicy.parse({
  id: "universal",
  when: "always",
  require: [{ reviewer: "integrity" }, { reviewer: "secrets" }],
  priority: 100,
  description: "Every change must be complete, readable and free of credentials",
});

type PolicyText = z.input<typeof ReviewPolicy>;

const BY_RULE: PolicyText = {
  id: "by-rule",
  when: "always",
  require: [
    { reviewer: "weakened-tests" },
    { reviewer: "protected-paths" },
    { reviewer: "change-size" },
    { reviewer: "generated-files" },
    { reviewer: "licence-headers" },
    { reviewer: "leftovers" },
    { reviewer: "file-kinds" },
  ],
  priority: 95,
  description: "Deterministic checks run on every change",
};

const DEPENDENCIES: PolicyText = {
  id: "dependencies",
  when: { domain: "dependencies" },
  require: [{ reviewer: "dependency-changes" }],
  priority: 92,
  description: "Dependencies run with the permissions of the project",
};

const SECURITY = [{ reviewer: "security-reviewer" }];

const TRIGGERED: readonly PolicyText[] = [
  BY_RULE,
  DEPENDENCIES,
  {
    id: "money",
    when: { domain: "money" },
    require: [{ reviewer: "finance-sme" }],
    priority: 90,
    description: "Changes to money handling need a finance expert",
  },
  {
    id: "auth",
    when: { domain: "auth" },
    require: SECURITY,
    priority: 90,
    description: "Changes to access control need a security review",
  },
  {
    id: "cryptography",
    when: { domain: "cryptography" },
    require: SECURITY,
    priority: 90,
    description: "Mistakes in cryptography are hard to notice",
  },
  {
    id: "automation",
    when: { domain: "ci" },
    require: SECURITY,
    priority: 85,
    description: "Automation runs with more permissions than its authors have",
  },
  {
    id: "agents",
    when: { domain: "agents" },
    require: SECURITY,
    priority: 85,
    description: "Agent instructions influence all later changes",
  },
  {
    id: "high-risk",
    when: { riskAtLeast: 7 },
    require: [...SECURITY, { layer: "owner" }],
    priority: 80,
    description: "A high-risk change needs a security review and the owner",
  },
  {
    id: "interfaces",
    when: { domain: "api" },
    require: [{ reviewer: "integration-reviewer" }],
    priority: 76,
    description: "Callers of an interface are not updated at the same time",
  },
  {
    id: "stored-data",
    when: { domain: "migrations" },
    require: [{ reviewer: "integration-reviewer" }],
    priority: 76,
    description: "Stored data outlives the code that wrote it",
  },
  {
    id: "far-reaching",
    when: { riskAtLeast: 5 },
    require: [{ reviewer: "architecture-reviewer" }],
    priority: 74,
    description: "A change with wide impact needs an architecture review",
  },
  {
    id: "ui",
    when: { domain: "ui" },
    require: [{ reviewer: "design-auditor" }],
    priority: 70,
    description: "Changes to the user interface are audited",
  },
  {
    id: "build",
    when: { paths: [...CODE_PATHS] },
    require: [{ reviewer: "build-reviewer" }],
    priority: 60,
    description: "Code is reviewed independently of its author",
  },
  {
    id: "test-code",
    when: { domain: "tests" },
    require: [{ reviewer: "test-reviewer" }],
    priority: 58,
    description: "A test that cannot fail gives false confidence",
  },
];

/** The shipped review policies, highest priority first. */
export const SHIPPED_POLICIES: ReviewPolicy[] = [
  UNIVERSAL_POLICY,
  ...TRIGGERED.map((entry) => ReviewPolicy.parse(entry)),
];

/** The policies of the preset careful: two more agents review all code. */
export const CAREFUL_POLICIES: ReviewPolicy[] = [
  ...SHIPPED_POLICIES,
  ReviewPolicy.parse({
    id: "careful",
    when: { paths: [...CODE_PATHS] },
    require: [...SECURITY, { reviewer: "test-reviewer" }],
    priority: 55,
    description: "All code gets a security review and a test review",
  }),
];

/** The policies of the preset fast: built-in checks only, and the owner for high-risk changes. */
export const FAST_POLICIES: ReviewPolicy[] = [
  UNIVERSAL_POLICY,
  ...[BY_RULE, DEPENDENCIES].map((entry) => ReviewPolicy.parse(entry)),
  ReviewPolicy.parse({
    id: "high-risk",
    when: { riskAtLeast: 7 },
    require: [{ layer: "owner" }],
    priority: 80,
    description: "A high-risk change needs the owner",
  }),
];
