import { and, eq, isNull } from "drizzle-orm";
import { DatabaseError, type Pool } from "pg";
import { transact } from "../../platform/transact.ts";
import { repositories } from "../schema/schema.ts";

const UNIQUE_VIOLATION = "23505";

/** Stores the git directory of a registration from an older release. False if another registration has it. */
export async function claimGitDir(
  pool: Pool,
  org: string,
  id: string,
  gitDir: string,
): Promise<boolean> {
  try {
    await transact(pool, org, ({ db }) =>
      db
        .update(repositories)
        .set({ gitDir })
        .where(
          and(eq(repositories.orgId, org), eq(repositories.id, id), isNull(repositories.gitDir)),
        ),
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof DatabaseError
    ? error.code === UNIQUE_VIOLATION
    : isUniqueViolation(error.cause);
}
