import type { z } from "zod";
import { ReviewPolicy } from "../schema-review.ts";
import { CODE_PATHS } from "../words.ts";

/** What every change must pass, whatever else is configured. */
export const UNIVERSAL_POLICY: ReviewPolicy = ReviewPolicy.parse({
  id: "universal",
  when: "always",
  require: [{ reviewer: "integrity" }, { reviewer: "secrets" }],
  priority: 100,
  description: "Every change is complete, readable and free of credentials",
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
  description: "What a program can check needs no model and no person",
};

const DEPENDENCIES: PolicyText = {
  id: "dependencies",
  when: { domain: "dependencies" },
  require: [{ reviewer: "dependency-changes" }],
  priority: 92,
  description: "Code of others runs with our rights",
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
    description: "Money needs its expert",
  },
  {
    id: "auth",
    when: { domain: "auth" },
    require: SECURITY,
    priority: 90,
    description: "Who may do what is a matter of security",
  },
  {
    id: "cryptography",
    when: { domain: "cryptography" },
    require: SECURITY,
    priority: 90,
    description: "Keys and signatures are easy to get almost right",
  },
  {
    id: "automation",
    when: { domain: "ci" },
    require: SECURITY,
    priority: 85,
    description: "Automation runs with more rights than its authors",
  },
  {
    id: "agents",
    when: { domain: "agents" },
    require: SECURITY,
    priority: 85,
    description: "Whoever instructs the agents writes the next changes",
  },
  {
    id: "high-risk",
    when: { riskAtLeast: 7 },
    require: [...SECURITY, { layer: "owner" }],
    priority: 80,
    description: "A risky change needs a second look and the owner",
  },
  {
    id: "interfaces",
    when: { domain: "api" },
    require: [{ reviewer: "integration-reviewer" }],
    priority: 76,
    description: "Others call it, and do not change on the same day",
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
    description: "A change with many consequences is looked at as a whole",
  },
  {
    id: "ui",
    when: { domain: "ui" },
    require: [{ reviewer: "design-auditor" }],
    priority: 70,
    description: "What people see is audited",
  },
  {
    id: "build",
    when: { paths: [...CODE_PATHS] },
    require: [{ reviewer: "build-reviewer" }],
    priority: 60,
    description: "Code is read by somebody who did not write it",
  },
  {
    id: "test-code",
    when: { domain: "tests" },
    require: [{ reviewer: "test-reviewer" }],
    priority: 58,
    description: "A test that cannot fail is worse than none",
  },
];

/** When which reviewer is asked, highest priority first. */
export const SHIPPED_POLICIES: ReviewPolicy[] = [
  UNIVERSAL_POLICY,
  ...TRIGGERED.map((entry) => ReviewPolicy.parse(entry)),
];

/** All of that, and two more agents for all code. */
export const CAREFUL_POLICIES: ReviewPolicy[] = [
  ...SHIPPED_POLICIES,
  ReviewPolicy.parse({
    id: "careful",
    when: { paths: [...CODE_PATHS] },
    require: [...SECURITY, { reviewer: "test-reviewer" }],
    priority: 55,
    description: "All code is looked at for safety, and for tests that prove it",
  }),
];

/** What needs no agent: programs, and the owner where much is at stake. */
export const FAST_POLICIES: ReviewPolicy[] = [
  UNIVERSAL_POLICY,
  ...[BY_RULE, DEPENDENCIES].map((entry) => ReviewPolicy.parse(entry)),
  ReviewPolicy.parse({
    id: "high-risk",
    when: { riskAtLeast: 7 },
    require: [{ layer: "owner" }],
    priority: 80,
    description: "A risky change needs the owner",
  }),
];
