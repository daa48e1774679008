import { CountersignError } from "@countersign/core";
import { type Client, DatabaseError } from "pg";

/** What the fences are made for: login roles of the application are members of it. */
export const APP_ROLE = "countersign_app";

const ALREADY_THERE: ReadonlySet<string | undefined> = new Set(["42710", "23505"]);
const NOT_ALLOWED = "42501";

/** Makes the application's role. Roles belong to the whole server, so another database may have made it. */
export async function ensureAppRole(owner: Client): Promise<void> {
  const found = await owner.query("SELECT FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
  if (found.rowCount !== 0) return;
  try {
    await owner.query(`CREATE ROLE ${APP_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (ALREADY_THERE.has(error.code)) return;
    if (error.code !== NOT_ALLOWED) throw error;
    throw new CountersignError("forbidden", `The database's owner may not create ${APP_ROLE}.`, {
      hint: `As an administrator: CREATE ROLE ${APP_ROLE} NOLOGIN`,
      cause: error,
    });
  }
}

/** Lets a login act for the application. */
export async function grantAppRole(owner: Client, login: string): Promise<void> {
  const member = await owner.query<{ is: boolean }>("SELECT pg_has_role($1, $2, 'member') AS is", [
    login,
    APP_ROLE,
  ]);
  if (member.rows[0]?.is === true) return;
  await owner.query(`GRANT ${APP_ROLE} TO ${owner.escapeIdentifier(login)}`);
}
