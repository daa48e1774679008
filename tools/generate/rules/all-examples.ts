import type { Examples } from "./example.ts";
import { BUILD_EXAMPLES } from "./examples/build-examples.ts";
import { BUILD_MORE_EXAMPLES } from "./examples/build-more-examples.ts";
import { CHECKED_EXAMPLES } from "./examples/checked-examples.ts";
import { DESIGN_EXAMPLES } from "./examples/design-examples.ts";
import { FINANCE_EXAMPLES } from "./examples/finance-examples.ts";
import { SECURITY_EXAMPLES } from "./examples/security-examples.ts";
import { SYSTEM_EXAMPLES } from "./examples/system-examples.ts";
import { TEST_EXAMPLES } from "./examples/test-examples.ts";

/** One example for each shipped rule, by the rule's id. */
export const EXAMPLES: Examples = {
  ...BUILD_EXAMPLES,
  ...BUILD_MORE_EXAMPLES,
  ...FINANCE_EXAMPLES,
  ...DESIGN_EXAMPLES,
  ...SECURITY_EXAMPLES,
  ...SYSTEM_EXAMPLES,
  ...TEST_EXAMPLES,
  ...CHECKED_EXAMPLES,
};
