import type { Pool } from "pg";
import { requirePermission } from "../access/permissions.ts";
import type { Principal } from "../access/principal.ts";
import { transact } from "../platform/transact.ts";
import { listGaps, type PolicyGapGroup } from "./list-gaps.ts";
import { type LearnQuery, listRecurring, type RecurringFindingGroup } from "./list-recurring.ts";

/** Suggestions for the policy, learned from past tasks. */
export interface Learning {
  /** Lists findings that recurred across tasks and rounds. */
  recurringFindings(by: Principal, query: LearnQuery): Promise<RecurringFindingGroup[]>;
  /** Lists gaps in the policies, with entries that would have caught them. */
  policyGaps(by: Principal, query: LearnQuery): Promise<PolicyGapGroup[]>;
}

export function createLearning({ pool }: { pool: Pool }): Learning {
  return {
    async recurringFindings(by, query) {
      requirePermission(by, "read");
      return transact(pool, by.org, (session) => listRecurring(session, query));
    },
    async policyGaps(by, query) {
      requirePermission(by, "read");
      return transact(pool, by.org, (session) => listGaps(session, query));
    },
  };
}
