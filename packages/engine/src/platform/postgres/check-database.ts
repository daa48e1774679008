import { CountersignError } from "@countersign/core";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { DatabaseError, Pool } from "pg";
import { MIGRATIONS } from "../migrations.ts";
import { APP_ROLE, WORKER_ROLE } from "./roles.ts";

type LoginRights = { login: string; above: boolean; owns: boolean; app: boolean; worker: boolean };

/** Refuses a login that bypasses row-level security. */
export async function requireFenced(pool: Pool): Promise<void> {
  const { login, above, owns, app, worker } = await readLoginRights(pool);
  if (above || owns || worker) throw refused(`${login} can bypass row-level security`, APP_ROLE);
  if (!app) throw refused(`${login} is not a member of ${APP_ROLE}`, APP_ROLE);
}

/** Refuses a worker login that can see more than the queue. */
export async function requireWorkerLogin(workerUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: workerUrl, max: 1 });
  try {
    const { login, above, owns, app, worker } = await readLoginRights(pool);
    if (above || owns || app) throw refused(`${login} can see more than the queue`, WORKER_ROLE);
    if (!worker) throw refused(`${login} is not a member of ${WORKER_ROLE}`, WORKER_ROLE);
  } finally {
    await pool.end();
  }
}

async function readLoginRights(pool: Pool): Promise<LoginRights> {
  const { rows } = await pool.query<LoginRights>(
    `SELECT current_user AS login,
            bool_or(rolsuper OR rolbypassrls) AS above,
            EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE n.nspname IN ('countersign', 'countersign_durable', 'countersign_queue')
                      AND pg_has_role(c.relowner, 'member')) AS owns,
            bool_or(rolname = $1) AS app,
            bool_or(rolname = $2) AS worker
       FROM pg_roles WHERE pg_has_role(oid, 'member')`,
    [APP_ROLE, WORKER_ROLE],
  );
  const [standing] = rows;
  if (standing === undefined) throw new Error("the session has no role");
  return standing;
}

/** Refuses a database whose schema is older or newer than this program's. */
export async function requireCurrent(pool: Pool): Promise<void> {
  const { migrationsSchema, migrationsTable } = MIGRATIONS;
  const newest = readMigrationFiles(MIGRATIONS).at(-1)?.folderMillis ?? 0;
  const applied = await pool
    .query<{ newest: string | null }>(
      `SELECT max(created_at) AS newest FROM ${migrationsSchema}.${migrationsTable}`,
    )
    .then(({ rows }) => Number(rows[0]?.newest ?? 0))
    .catch(orNothing);
  if (applied < newest)
    throw new CountersignError("invalid_input", "The database is older than this program", {
      hint: "Migrate the database as its owner.",
    });
  if (applied > newest)
    throw new CountersignError("invalid_input", "The database is newer than this program", {
      hint: "Install the newer release.",
    });
}

/** If the table is missing or unreadable, no migration was applied for this login. */
function orNothing(error: unknown): number {
  if (error instanceof DatabaseError && (error.code === "42P01" || error.code === "42501"))
    return 0;
  throw error;
}

function refused(message: string, role: string): CountersignError {
  const hint = `Connect as a login that is a member of ${role} and of no role with more rights.`;
  return new CountersignError("invalid_input", message, { hint });
}
