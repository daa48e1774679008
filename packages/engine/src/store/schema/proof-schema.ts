import type { MoveStatement } from "@countersign/core";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { CompiledFrom } from "../proofs/plan-sources.ts";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/**
 * The proofs of each repository. A proof is prepared before the target moves, and recorded together with the move. The
 * recorded ones are a chain: one for each number.
 */
export const proofs = countersign.table(
  "proofs",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    /** The commit that stores the proof. */
    object: text("object").notNull(),
    number: integer("number").notNull(),
    how: text("how").$type<MoveStatement["predicate"]["how"]>().notNull(),
    /** The SHA-256 of the line of its move. */
    move: text("move").notNull(),
    /** The SHA-256 of the preceding move. Null for the root. */
    previous: text("previous"),
    /** The commit of the target that it proves. */
    commit: text("commit").notNull(),
    /** The SHA-256 of the trust file and of the policy's files whose copies a shallow clone finds up to here. */
    trust: text("trust").notNull(),
    policy: text("policy").notNull(),
    /** The nonces of the acts in it. */
    acts: text("acts").array().notNull().default(sql`'{}'`),
    prepared: moment("prepared").default(sql`now()`),
    recorded: maybeMoment("recorded"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo, table.object] }),
    check("proofs_from_one", sql`${table.number} >= 1`),
    uniqueIndex("proofs_chain")
      .on(table.orgId, table.repo, table.number)
      .where(sql`recorded IS NOT NULL`),
    index("proofs_by_commit").on(table.orgId, table.repo, table.commit),
    fence("proofs"),
  ],
);

/** The actors and the data of the task from which the current plan of a task was compiled. Only for proven targets. */
export const planSources = countersign.table(
  "plan_sources",
  {
    orgId: orgId(),
    taskId: text("task_id").notNull(),
    /** The digest of the plan. */
    plan: text("plan").notNull(),
    body: jsonb("body").$type<CompiledFrom>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.taskId] }), fence("plan_sources")],
);
