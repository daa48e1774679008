import { CountersignError } from "@countersign/core";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { DatabaseError, type Pool } from "pg";
import { MIGRATIONS } from "./migrate.ts";
import { APP_ROLE } from "./roles.ts";

type Standing = { login: string; above: boolean; owns: boolean; member: boolean };

/** Refuses a login that row-level security would not hold back. */
export async function requireFenced(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Standing>(
    `SELECT current_user AS login,
            bool_or(rolsuper OR rolbypassrls) AS above,
            EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE n.nspname = 'countersign' AND pg_has_role(c.relowner, 'member')) AS owns,
            bool_or(rolname = $1) AS member
       FROM pg_roles WHERE pg_has_role(oid, 'member')`,
    [APP_ROLE],
  );
  const [standing] = rows;
  if (standing === undefined) throw new Error("a session without a role");
  if (standing.above || standing.owns) throw refused(`${standing.login} stands above the fences`);
  if (!standing.member) throw refused(`${standing.login} is not a member of ${APP_ROLE}`);
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
    throw refused("The database is older than this program", "Migrate it as its owner.");
  if (applied > newest)
    throw refused("The database is newer than this program", "Install the newer release.");
}

/** Without the table, or the right to read it, nothing was applied for us. */
function orNothing(error: unknown): number {
  if (error instanceof DatabaseError && (error.code === "42P01" || error.code === "42501"))
    return 0;
  throw error;
}

function refused(
  message: string,
  hint = `Connect as a login that is a member of ${APP_ROLE} and of nothing above it.`,
): CountersignError {
  return new CountersignError("invalid_input", message, { hint });
}
