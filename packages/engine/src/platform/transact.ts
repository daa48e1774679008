import { CountersignError } from "@countersign/core";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { DatabaseError, type Pool, type PoolClient } from "pg";
import { z } from "zod";

/** An organisation's id. A single developer has one too. */
const OrgId = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);

/** A transaction that can only see and write one organisation. */
export type Session = { org: string; client: PoolClient; db: NodePgDatabase };

/** How long a command waits for other commands on its task. */
const LOCK_TIMEOUT = "10s";

const FULL = /^(?:53100|58030|ENOSPC|EDQUOT)$/;
const TOO_SLOW: ReadonlySet<string> = new Set(["55P03", "57014"]);
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
const GONE = /^(?:08...|57P0[1-4]|53300|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;

/** Runs work in one transaction that can only see and write one organisation. */
export async function transact<Result>(
  pool: Pool,
  org: string,
  work: (session: Session) => Promise<Result>,
  begin: "BEGIN" | "BEGIN ISOLATION LEVEL REPEATABLE READ" = "BEGIN",
): Promise<Result> {
  if (!OrgId.safeParse(org).success)
    throw new CountersignError(
      "invalid_input",
      "An organisation's id may contain only lower-case letters, digits and -",
    );
  const client = await pool.connect().catch(explain);
  let broken = false;
  const onBroken = () => {
    broken = true;
  };
  client.on("error", onBroken); // without a listener a lost connection would end the process
  try {
    // One message, because every transaction needs both. The organisation's id was validated above.
    await client.query(`${begin}; ${settingsSql(org)}`);
    const result = await work(createSession(client, org));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(onBroken);
    return explain(error, broken);
  } finally {
    client.off("error", onBroken);
    client.release(broken);
  }
}

function settingsSql(org: string): string {
  return `SELECT set_config('countersign.org', '${OrgId.parse(org)}', true), set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`;
}

/** Creates a session whose query builder is created on first use. */
export function createSession(client: PoolClient, org: string): Session {
  let made: NodePgDatabase | undefined;
  return {
    org,
    client,
    get db() {
      made ??= drizzle(client);
      return made;
    },
  };
}

/** Turns database failures into errors that a caller can act on. Rethrows all others. */
function explain(error: unknown, broken = false): never {
  if (error instanceof CountersignError) throw error;
  const code = broken ? "ECONNRESET" : errorCode(error);
  if (TOO_SLOW.has(code))
    throw new CountersignError("timed_out", "The database did not respond in time.", {
      cause: error,
    });
  if (FULL.test(code))
    throw new CountersignError("unreachable", "The database cannot write: its disk is full.", {
      hint: "Free some disk space. Nothing was changed, and the engine resumes automatically.",
      cause: error,
    });
  if (GONE.test(code))
    throw new CountersignError("unreachable", "The database does not respond.", { cause: error });
  throw error;
}

/** Drizzle wraps the driver's error. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error instanceof DatabaseError) return error.code ?? "";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (LOST.test(error.message)) return "ECONNRESET";
  return errorCode(error.cause);
}
