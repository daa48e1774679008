import type { DigestText } from "../kernel/digest.ts";
import type { PolicyFile } from "./schema.ts";
import type { Domain, Reviewer, ReviewPolicy, Rule } from "./schema-review.ts";
import type { Effect } from "./words.ts";

/** The effect of each row of the decision tables. A profile is a set of these. */
export type Tables = {
  severity: { fail: Effect; needsFixes: Effect; warnings: Effect; concerns: Effect; pass: Effect };
  panel: { concernsForConflict: number; conflict: Effect; concern: Effect; approved: Effect };
  chain: { concerns: Effect; approved: Effect };
  limits: { attempts: boolean; cost: boolean; stalled: boolean };
};

/** A policy file with all lists filled in. */
export type PolicyContent = Omit<PolicyFile, "domains" | "reviewers" | "rules" | "policies"> & {
  domains: Domain[];
  reviewers: Reviewer[];
  rules: Rule[];
  policies: ReviewPolicy[];
};

/** The effective configuration: validated, with its tables and its digest. */
export type Policy = PolicyContent & { tables: Tables; digest: DigestText };
