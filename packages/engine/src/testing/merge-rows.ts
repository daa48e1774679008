import type { Session } from "../platform/transact.ts";
import type { CompiledFrom } from "../store/proofs/plan-sources.ts";
import { mergeOutcomes } from "../store/schema/outcome-schema.ts";
import { planSources, proofs } from "../store/schema/proof-schema.ts";
import { moves } from "../store/schema/target-schema.ts";

export const MERGE_TABLES = ["moves", "merge_outcomes", "proofs", "plan_sources"] as const;

/** Adds one row to each table about merges, for the task `cs-a`. */
export async function addMergeRows(db: Session["db"], orgId: string): Promise<void> {
  const at = { orgId, taskId: "cs-a", repo: "shop" };
  const ids = { next: "2".repeat(40), expected: "1".repeat(40), tree: "3".repeat(40) };
  await db.insert(moves).values({ ...at, ...ids, round: 1 });
  await db.insert(mergeOutcomes).values({ ...at, outcome: "hotfix" });
  const digests = { move: "m", trust: "t", policy: "p" };
  const proof = { orgId, repo: "shop", object: "o", number: 1, commit: "c", ...digests };
  await db.insert(proofs).values({ ...proof, how: "trust" });
  await db.insert(planSources).values({ orgId, taskId: "cs-a", plan: "p", body: PLANNED });
}

const PLANNED: CompiledFrom = {
  roster: [],
  assignment: {
    title: "",
    statedBy: "author",
    assignee: null,
    authors: [],
    labels: [],
    modeChoices: [],
    avoid: [],
  },
};
