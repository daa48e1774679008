import type { Pool, PoolClient } from "pg";
import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";
import { createToken } from "../access/credentials.ts";
import { transact } from "../platform/transact.ts";
import { sealOnce } from "../seal/seal-once.ts";
import { tempSeals } from "../seal/testing/temp-seals.ts";
import { addForgeRows, FORGE_TABLES } from "../testing/forge-rows.ts";
import { addKeyRows, KEY_TABLES } from "../testing/key-rows.ts";
import { addMergeRows, MERGE_TABLES } from "../testing/merge-rows.ts";
import { registerShop } from "../testing/shop.ts";
import { ana, create, executeWith, testContext } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { notifications } from "./schema/notification-schema.ts";
import { drafts, lineMarks } from "./schema/reading-schema.ts";
import { reviewerConnections } from "./schema/reviewer-schema.ts";
import { dismissals, holds, policies, snoozes, workPlaces } from "./schema/schema.ts";
import { signIns } from "./schema/sign-in-schema.ts";
import { sprints } from "./schema/sprint-schema.ts";
import { createTaskStore } from "./task-store.ts";
import { createBlobStore } from "./tasks/blob-store.ts";

const { pool, owner } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const blobs = createBlobStore(pool);
const TABLES = [
  "events",
  "tasks",
  "commands",
  "blobs",
  "repositories",
  "holds",
  "credentials",
  "policies",
  "dismissals",
  "work_places",
  "accepted_tips",
  "snoozes",
  "sprints",
  "seals",
  "seal_leaves",
  "reviewer_connections",
  "notifications",
  "rosters",
  "drafts",
  "read_marks",
  "sign_ins",
  ...MERGE_TABLES,
  ...KEY_TABLES,
  ...FORGE_TABLES,
] as const;

for (const org of ["ours", "theirs"]) {
  await executeWith(store, org, "cs-a", "k1", create("cs-a"), testContext(ana));
  await blobs.put(org, Buffer.from("the same bytes"));
  await createToken(pool, org, { actor: "ana", role: "human" });
  await registerShop(pool, org);
  await transact(pool, org, async ({ db }) => {
    const orgId = org;
    const hold = { scope: "repo", subject: "shop", why: "target_moved", detail: "" } as const;
    await db.insert(holds).values({ orgId, ...hold });
    const { policy } = testContext(ana);
    await db.insert(policies).values({ orgId, digest: policy.digest, body: policy });
    const dismissal = { fingerprint: "f", reason: "known", by: "ana" };
    await db.insert(dismissals).values({ orgId, repo: "shop", ...dismissal });
    await db.insert(workPlaces).values({ orgId, taskId: "cs-a", place: { branch: "work" } });
    const connection = { credential: "crd_1", repo: "shop", seen: new Date(0) };
    await db.insert(reviewerConnections).values({ orgId, ...connection });
    await db.insert(notifications).values({
      ...{ orgId, person: "ana", channel: "desktop", fact: "cs-a:1:your_turn", why: "your_turn" },
      ...{ repo: "shop", taskId: "cs-a", round: 1, due: new Date(0), message: "msg_1" },
    });
    const own = { orgId, person: "ana", taskId: "cs-a", updated: new Date(0) };
    await db.insert(drafts).values({ ...own, body: {}, version: 1 });
    await db.insert(lineMarks).values({ ...own, path: "src/app.ts", lines: ["A".repeat(16)] });
    await db.insert(signIns).values({
      ...{ orgId, id: "sgn_1", actor: "ana", invitationHash: "h", invitedUntil: new Date(0) },
      ...{ issuer: "https://id.example", subject: "1", added: new Date(0) },
    });
    await addMergeRows(db, orgId);
    await addKeyRows(db, orgId);
    await addForgeRows(db, orgId);
    await db.insert(snoozes).values({ orgId, person: "ana", taskId: "cs-a", seq: 1 });
    await db.insert(sprints).values({
      ...{ orgId, id: "sprint-1", tasks: ["cs-a"], target: { is: "none_ready" } },
      ...{ pauseOnFailure: false, startedBy: "ana", started: new Date(0) },
    });
  });
  await sealOnce({ pool, ...tempSeals() }, org, { xid: "0", position: "0" }, ["cs-a"]);
}

/** Runs raw statements as some organisation and takes everything back. */
async function as<Result>(
  org: string | null,
  from: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await from.connect();
  try {
    await client.query("BEGIN");
    if (org !== null) await client.query("SELECT set_config('countersign.org', $1, true)", [org]);
    return await work(client);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => "ok",
    (error) => (error instanceof DatabaseError ? (error.code ?? "") : String(error)),
  );
}

const DENIED = "42501";

describe("row-level security", () => {
  // A git directory is unique over all organisations: a repository belongs to one of them.
  it("is on and forced for every table, with organisations first in every key", async () => {
    const { rows } = await owner.query(
      `SELECT relname, relrowsecurity, relforcerowsecurity,
              (SELECT count(*)::int FROM pg_policy WHERE polrelid = c.oid AND polpermissive) AS policies,
              (SELECT bool_and(a.attname = 'org_id') FROM pg_index i
                 JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
                WHERE i.indrelid IN (SELECT c.oid UNION SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid)
                  AND i.indexrelid <> 'countersign.repositories_by_git_dir'::regclass) AS org_first
         FROM pg_class c WHERE relnamespace = 'countersign'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition ORDER BY relname`,
    );

    expect(rows).toEqual(
      [...TABLES].sort().map((relname) => ({
        relname,
        relrowsecurity: true,
        relforcerowsecurity: true,
        policies: 1,
        org_first: true,
      })),
    );
  });

  it("holds the application back: it is neither superuser, nor exempt, nor owner", async () => {
    const { rows } = await pool.query(
      "SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user",
    );

    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
  });

  it.each(TABLES)(
    "shows only our own rows of %s, whatever the statement asks for",
    async (table) => {
      const seen = await as("ours", pool, async (client) => {
        const all = await client.query(`SELECT DISTINCT org_id FROM countersign.${table}`);
        const foreign = await client.query(
          `SELECT FROM countersign.${table} WHERE org_id = 'theirs' OR true IS TRUE AND org_id <> 'ours'`,
        );
        return { all: all.rows, foreign: foreign.rowCount };
      });

      expect(seen).toEqual({ all: [{ org_id: "ours" }], foreign: 0 });
    },
  );

  it.each(TABLES)("shows nothing of %s to a session without an organisation", async (table) => {
    for (const org of [null, ""]) {
      const seen = await as(org, pool, (client) =>
        client.query(`SELECT FROM countersign.${table}`),
      );
      expect(seen.rowCount).toBe(0);
    }
  });

  it.each(TABLES)("refuses to insert rows of others into %s", async (table) => {
    const attempt = as("ours", pool, async (client) => {
      const { rows } = await client.query(
        `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
          WHERE table_schema = 'countersign' AND table_name = $1
            AND column_name NOT IN ('org_id', 'position')`,
        [table],
      );
      const { columns } = rows[0];
      await client.query(
        `INSERT INTO countersign.${table} (org_id, ${columns})
         SELECT 'stolen', ${columns} FROM countersign.${table}`,
      );
    });

    expect(await refusal(attempt)).toBe(DENIED);
  });

  it("neither changes rows of others nor moves ours to them", async () => {
    const changed = await as("ours", pool, (client) =>
      client.query("UPDATE countersign.tasks SET title = 'stolen' WHERE org_id = 'theirs'"),
    );
    const moved = as("ours", pool, (client) =>
      client.query("UPDATE countersign.tasks SET org_id = 'elsewhere'"),
    );

    expect(changed.rowCount).toBe(0);
    expect(await refusal(moved)).toBe(DENIED);
  });

  it("cannot be switched off by the application", async () => {
    const attempts = [
      "ALTER TABLE countersign.tasks DISABLE ROW LEVEL SECURITY",
      "DROP POLICY tasks_of_this_org ON countersign.tasks",
      "ALTER TABLE countersign.events DISABLE TRIGGER events_append_only",
      "SET session_replication_role = replica",
      "SET ROLE countersign_owner",
      "CREATE TABLE countersign.mine (id int)",
    ];

    for (const statement of attempts)
      expect(await refusal(as("ours", pool, (client) => client.query(statement)))).toBe(DENIED);
  });

  it("shows nothing when row security is switched off for a query", async () => {
    const attempt = as("ours", pool, async (client) => {
      await client.query("SET LOCAL row_security = off");
      return client.query("SELECT FROM countersign.tasks");
    });

    expect(await refusal(attempt)).toBe(DENIED);
  });

  it("keeps the organisation from one transaction to the next on no connection", async () => {
    const { rows } = await pool.query("SELECT count(*)::int AS seen FROM countersign.tasks");

    expect(rows).toEqual([{ seen: 0 }]);
  });
});

describe("the log", () => {
  it.each([
    "UPDATE countersign.events SET actor = 'eve'",
    "DELETE FROM countersign.events",
    "TRUNCATE countersign.events",
    "UPDATE countersign.commands SET response = '{}'",
    "DELETE FROM countersign.tasks",
    "DELETE FROM countersign.blobs",
    "DELETE FROM countersign.credentials",
    "DELETE FROM countersign.sign_ins",
    "DELETE FROM countersign.person_keys",
    "DELETE FROM countersign.acts",
    ...["UPDATE countersign.policies SET body = '{}'", "UPDATE countersign.proofs SET move = ''"],
    ...["DELETE FROM countersign.moves", "DELETE FROM countersign.proofs"],
    "UPDATE countersign.merge_outcomes SET outcome = 'other'",
    "DELETE FROM countersign.merge_outcomes",
    "UPDATE countersign.forge_deliveries SET at = now()",
    "DELETE FROM countersign.forge_budgets",
    "DELETE FROM countersign.sprints",
    "UPDATE countersign.accepted_tips SET reason = 'other'",
    "DELETE FROM countersign.accepted_tips",
    "UPDATE countersign.seals SET hash = 'other'",
    "DELETE FROM countersign.seals",
    "UPDATE countersign.seal_leaves SET head = 'other'",
    "DELETE FROM countersign.seal_leaves",
  ])("refuses the application: %s", async (statement) => {
    expect(await refusal(as("ours", pool, (client) => client.query(statement)))).toBe(DENIED);
  });

  it("keeps the answer to a command from the application for a day", async () => {
    const forget = () =>
      as("ours", pool, (client) => client.query("DELETE FROM countersign.commands"));
    await executeWith(store, "ours", "cs-answer", "answer", create("cs-answer"), testContext(ana));
    expect((await forget()).rowCount).toBe(0);
    await owner.query(
      "UPDATE countersign.commands SET at = at - interval '2 days' WHERE key = 'answer'",
    );
    expect((await forget()).rowCount).toBe(1);
  });

  it.each([
    "UPDATE countersign.events SET actor = 'eve'",
    "DELETE FROM countersign.events",
    "TRUNCATE countersign.events",
    "UPDATE countersign.seals SET hash = 'other'",
    "DELETE FROM countersign.seals",
    "TRUNCATE countersign.seals",
    "UPDATE countersign.seal_leaves SET head = 'other'",
    "DELETE FROM countersign.seal_leaves",
    "TRUNCATE countersign.seal_leaves",
  ])("refuses even the superuser: %s", async (statement) => {
    const attempt = as(null, owner, (client) => client.query(statement));

    await expect(attempt).rejects.toThrow("the log is append-only");
  });

  it("stamps rows with their own transaction, whatever the writer says", async () => {
    const stamped = await as("ours", pool, (client) =>
      client.query(
        `INSERT INTO countersign.events (org_id, task_id, seq, at, actor, body, prev_hash, hash, xid)
         VALUES ('ours', 'cs-z', 1, now(), 'eve', '{}', '', '', '1'::xid8)
         RETURNING xid = pg_current_xact_id() AS own`,
      ),
    );

    expect(stamped.rows).toEqual([{ own: true }]);
  });

  it("takes one entry per place", async () => {
    const attempt = as("ours", pool, (client) =>
      client.query(
        `INSERT INTO countersign.events (org_id, task_id, seq, at, actor, body, prev_hash, hash, opened)
         SELECT 'ours', 'cs-a', 1, now(), 'eve', '{}', '', '', opened
           FROM countersign.tasks WHERE task_id = 'cs-a'`,
      ),
    );

    expect(await refusal(attempt)).toBe("23505");
  });
});
