import type { Rule } from "../schema-review.ts";
import { ARCHITECTURE_RULES } from "./architecture-rules.ts";
import { BUILD_RULES } from "./build-rules.ts";
import { CHECKED_RULES } from "./checked-rules.ts";
import { DESIGN_RULES } from "./design-rules.ts";
import { FINANCE_RULES } from "./finance-rules.ts";
import { INTEGRATION_RULES } from "./integration-rules.ts";
import { SECURITY_RULES } from "./security-rules.ts";
import { TEST_RULES } from "./test-rules.ts";

export const SHIPPED_RULES: Rule[] = [
  ...BUILD_RULES,
  ...FINANCE_RULES,
  ...DESIGN_RULES,
  ...SECURITY_RULES,
  ...ARCHITECTURE_RULES,
  ...INTEGRATION_RULES,
  ...TEST_RULES,
  ...CHECKED_RULES,
];
