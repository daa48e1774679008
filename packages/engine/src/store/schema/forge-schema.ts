import { sql } from "drizzle-orm";
import { bigint, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ForgeCheckState } from "../../ports/forge.ts";
import { countersign, fence, maybeMoment, moment, orgId } from "./columns.ts";

/** An id that a forge assigned. */
const forgeId = (name: string) => bigint(name, { mode: "number" });

/** The repository on a forge that a registered repository is a clone of. */
export const forgeRepositories = countersign.table(
  "forge_repositories",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    /** The forge's host name, such as `github.com`. */
    host: text("host").notNull(),
    installation: forgeId("installation").notNull(),
    /** The forge's id of the repository, which survives renames. */
    forgeId: forgeId("forge_id").notNull(),
    /** `owner/repository` as last read. */
    name: text("name").notNull(),
    linked: moment("linked").default(sql`now()`),
    /** The version of the list of open changes that was last read. Null: read it whole. */
    listVersion: text("list_version"),
    /** When the open changes were last listed, and why that failed since. */
    polled: maybeMoment("polled"),
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo] }),
    uniqueIndex("forge_repositories_by_forge_id").on(table.orgId, table.host, table.forgeId),
    fence("forge_repositories"),
  ],
);

/** A pull request: its task, what was last read of it, and what was last written to it. */
export const forgeChanges = countersign.table(
  "forge_changes",
  {
    orgId: orgId(),
    repo: text("repo").notNull(),
    number: integer("number").notNull(),
    /** Null until the change was submitted. */
    taskId: text("task_id"),
    state: text("state").$type<"open" | "closed" | "merged">().notNull(),
    head: text("head").notNull(),
    base: text("base").notNull(),
    baseBranch: text("base_branch").notNull(),
    readAt: moment("read_at").default(sql`now()`),
    /** The check that we wrote, and the head that it belongs to. */
    checkId: forgeId("check_id"),
    checkCommit: text("check_commit"),
    commentId: forgeId("comment_id"),
    /** What the check last showed: its state, the round, and the digest of the whole report. */
    shownState: text("shown_state").$type<ForgeCheckState>(),
    shownRound: integer("shown_round"),
    shownDigest: text("shown_digest"),
    shownAt: maybeMoment("shown_at"),
    /** A check with our name on the head that is not ours. Null if there is none. */
    foreignCheck: text("foreign_check"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.repo, table.number] }),
    index("forge_changes_by_head").on(table.orgId, table.repo, table.head),
    uniqueIndex("forge_changes_by_task").on(table.orgId, table.taskId),
    fence("forge_changes"),
  ],
);

/** Webhook deliveries that were accepted. Each is processed once. */
export const forgeDeliveries = countersign.table(
  "forge_deliveries",
  {
    orgId: orgId(),
    host: text("host").notNull(),
    delivery: text("delivery").notNull(),
    at: moment("at").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.host, table.delivery] }),
    index("forge_deliveries_by_time").on(table.orgId, table.at),
    fence("forge_deliveries"),
  ],
);

/** The person behind an account of a forge. The account is known by its id, because a login can change hands. */
export const forgeAccounts = countersign.table(
  "forge_accounts",
  {
    orgId: orgId(),
    host: text("host").notNull(),
    account: forgeId("account").notNull(),
    /** The login when the account was linked. It is only shown. */
    login: text("login").notNull(),
    person: text("person").notNull(),
    linked: moment("linked").default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.host, table.account] }),
    index("forge_accounts_by_person").on(table.orgId, table.person),
    fence("forge_accounts"),
  ],
);

/** What an installation may still send to its forge. Each time says when a budget is whole again. */
export const forgeBudgets = countersign.table(
  "forge_budgets",
  {
    orgId: orgId(),
    host: text("host").notNull(),
    installation: forgeId("installation").notNull(),
    minuteWrites: moment("minute_writes"),
    hourWrites: moment("hour_writes"),
    points: moment("points"),
    /** Until when the forge asked us to send nothing. */
    pausedUntil: maybeMoment("paused_until"),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.host, table.installation] }),
    fence("forge_budgets"),
  ],
);
