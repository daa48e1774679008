import type { Rule } from "../schema-review.ts";
import { BUILD_RULES } from "./build-rules.ts";
import { DESIGN_RULES } from "./design-rules.ts";
import { FINANCE_RULES } from "./finance-rules.ts";
import { SECURITY_RULES } from "./security-rules.ts";

export const SHIPPED_RULES: Rule[] = [
  ...BUILD_RULES,
  ...FINANCE_RULES,
  ...DESIGN_RULES,
  ...SECURITY_RULES,
];
