import { CountersignError } from "@countersign/core";
import { type Client, DatabaseError } from "pg";

/** The role that row-level security applies to. The application's login roles are members of it. */
export const APP_ROLE = "countersign_app";
/** The role that sees the queue of every organisation, and none of our own tables. */
export const WORKER_ROLE = "countersign_worker";

type Role = typeof APP_ROLE | typeof WORKER_ROLE;

const ALREADY_THERE: ReadonlySet<string | undefined> = new Set(["42710", "23505"]);
const NOT_ALLOWED = "42501";

/** Creates one of our roles. Roles are per server, so another database may already have created it. */
export async function ensureRole(owner: Client, role: Role): Promise<void> {
  const found = await owner.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  if (found.rowCount !== 0) return;
  try {
    await owner.query(`CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (ALREADY_THERE.has(error.code)) return;
    if (error.code !== NOT_ALLOWED) throw error;
    throw new CountersignError("forbidden", `The database's owner may not create ${role}.`, {
      hint: `As an administrator: CREATE ROLE ${role} NOLOGIN`,
      cause: error,
    });
  }
}

/** Makes a login a member of one of our roles. */
export async function grantRole(owner: Client, role: Role, login: string): Promise<void> {
  const member = await owner.query<{ is: boolean }>("SELECT pg_has_role($1, $2, 'member') AS is", [
    login,
    role,
  ]);
  if (member.rows[0]?.is === true) return;
  await owner.query(`GRANT ${role} TO ${owner.escapeIdentifier(login)}`);
}
