import type { z } from "zod";
import { ReviewPolicy } from "../schema-review.ts";

/** What every change must pass, whatever else is configured. */
export const UNIVERSAL_POLICY: ReviewPolicy = ReviewPolicy.parse({
  id: "universal",
  when: "always",
  require: [{ reviewer: "integrity" }, { reviewer: "secrets" }],
  priority: 100,
  description: "Every change is complete, readable and free of credentials",
});

const SECURITY = [{ reviewer: "security-reviewer" }];

const TRIGGERED: readonly z.input<typeof ReviewPolicy>[] = [
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
    id: "ui",
    when: { domain: "ui" },
    require: [{ reviewer: "design-auditor" }],
    priority: 70,
    description: "What people see is audited",
  },
  {
    id: "build",
    when: {
      paths: [
        "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}",
        "**/*.{py,go,rs,java,kt,swift,rb,php,cs,c,h,cc,cpp,hpp,sh,sql}",
      ],
    },
    require: [{ reviewer: "build-reviewer" }],
    priority: 60,
    description: "Code is read by somebody who did not write it",
  },
];

/** When which reviewer is asked, highest priority first. */
export const SHIPPED_POLICIES: ReviewPolicy[] = [
  UNIVERSAL_POLICY,
  ...TRIGGERED.map((entry) => ReviewPolicy.parse(entry)),
];
