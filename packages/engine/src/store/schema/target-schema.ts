import { sql } from "drizzle-orm";
import { bigint, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/** Target moves that we announced or made. They distinguish our moves from those of others. */
export const moves = countersign.table(
  "moves",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    next: text("next").notNull(),
    expected: text("expected").notNull(),
    tree: text("tree").notNull(),
    taskId: text("task_id").notNull(),
    round: integer("round").notNull(),
    /**
     * Random text in the merge commit's message. Null if the commit is not ours or is from an older release.
     */
    nonce: text("nonce"),
    /** The end of the train that the move is part of, which the target moves to. Null outside of a train. */
    tip: text("tip"),
    at: moment("at").default(sql`now()`),
    /** When the task left the merge without being merged. */
    voided: maybeMoment("voided"),
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo, table.position] }),
    index("moves_by_commit").on(table.orgId, table.repo, table.next),
    index("moves_by_tip").on(table.orgId, table.repo, table.tip).where(sql`tip IS NOT NULL`),
    index("moves_by_task").on(table.orgId, table.taskId),
    fence("moves"),
  ],
);

/** Every accepted commit of a target: how, by whom and why. Rows are only added. */
export const acceptedTips = countersign.table(
  "accepted_tips",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    tip: text("tip").notNull(),
    how: text("how")
      .$type<
        | "registered"
        | "moved"
        | "released"
        | "first_policy"
        | "unconfigured"
        | "foreign"
        | "reproduced"
      >()
      .notNull(),
    by: text("by").notNull(),
    reason: text("reason").notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo, table.position] }),
    fence("accepted_tips"),
  ],
);
