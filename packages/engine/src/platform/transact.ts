import { CountersignError } from "@countersign/core";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { z } from "zod";

/** An organisation's id. A single developer has one too. */
const OrgId = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);

/** A transaction that can only see and write one organisation. */
export type Session = {
  org: string;
  client: PoolClient;
  db: NodePgDatabase;
  /**
   * Sends a statement; the commit waits for its result. If it fails, everything is rolled back. Takes nothing but
   * statements: the commit has been sent by the time another failure would be noticed.
   */
  send(statement: QueryConfig): void;
};

/** How long a command waits for other commands on its task. */
const LOCK_TIMEOUT = "10s";

const FULL = /^(?:53100|58030|ENOSPC|EDQUOT)$/;
const TOO_SLOW: ReadonlySet<string> = new Set(["55P03", "57014"]);
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
const GONE = /^(?:08...|57P0[1-4]|53300|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;

/** How a transaction begins. */
export type TransactionStart = {
  begin?: "BEGIN" | "BEGIN ISOLATION LEVEL REPEATABLE READ";
  /** SQL that is sent in the same message, such as a lock. */
  lock?: string;
  /**
   * Plans each prepared statement once, for all values. For statements that find their rows by a key: planning
   * them costs more than running them, and Postgres may otherwise plan them every time.
   */
  plansOnce?: boolean;
};

/** A transaction whose statements all see the same moment. */
export const SNAPSHOT: TransactionStart = { begin: "BEGIN ISOLATION LEVEL REPEATABLE READ" };

/**
 * Runs work in one transaction that can only see and write one organisation.
 *
 * The connection is pipelined: the first statement of the work follows the beginning without a round trip, and
 * so does the commit follow the statements that the session sent.
 */
export async function transact<Result>(
  pool: Pool,
  org: string,
  work: (session: Session, opened: Promise<QueryResult[]>) => Promise<Result>,
  start: TransactionStart = {},
): Promise<Result> {
  const opening = openingSql(org, start);
  const client = await pool.connect().catch(explain);
  let broken = false;
  const onBroken = () => {
    broken = true;
  };
  client.on("error", onBroken); // without a listener a lost connection would end the process
  const sent: Promise<unknown>[] = [];
  try {
    const opened = sending(sent, client.query(opening)) as unknown as Promise<QueryResult[]>;
    const result = await work(createSession(client, org, sent), opened);
    await commit(client, sent);
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(onBroken);
    return explain(await firstCause(error, sent), broken);
  } finally {
    client.off("error", onBroken);
    client.release(broken);
  }
}

/** Returns the statements that begin a transaction, which are one message because every transaction needs them. */
function openingSql(org: string, { begin = "BEGIN", lock, plansOnce }: TransactionStart): string {
  const plans: Settings = plansOnce === true ? { plan_cache_mode: "force_generic_plan" } : {};
  return [begin, settingsSql(org, plans), ...(lock === undefined ? [] : [lock])].join("; ");
}

/** Remembers a statement whose result may not be awaited before the commit. */
function sending<Result>(sent: Promise<unknown>[], result: Promise<Result>): Promise<Result> {
  result.catch(() => undefined); // it is examined at the commit
  sent.push(result);
  return result;
}

/** Commits. Postgres answers `ROLLBACK` to the commit of a transaction in which a statement failed. */
async function commit(client: PoolClient, sent: readonly Promise<unknown>[]): Promise<void> {
  const committed = client.query("COMMIT");
  committed.catch(() => undefined);
  for (const statement of sent) await statement;
  const { command } = await committed;
  if (command !== "COMMIT") throw new Error("The transaction was rolled back by the database.");
}

const ALREADY_FAILED = "25P02";

/** Returns why a transaction failed: a statement after the one that failed does not say it. */
async function firstCause(error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> {
  if (errorCode(error) !== ALREADY_FAILED) return error;
  const outcomes = await Promise.allSettled(sent);
  const failed = outcomes.find(({ status }) => status === "rejected");
  return failed?.status === "rejected" ? failed.reason : error;
}

type Settings = Readonly<Record<string, string>>;

/** Returns the SQL that limits a transaction to one organisation, with other settings for it. */
export function settingsSql(org: string, more: Settings = {}): string {
  if (!OrgId.safeParse(org).success)
    throw new CountersignError(
      "invalid_input",
      "An organisation's id may contain only lower-case letters, digits and -",
    );
  const settings = { "countersign.org": org, lock_timeout: LOCK_TIMEOUT, ...more };
  const calls = Object.entries(settings).map(([name, value]) => setting(name, value));
  return `SELECT ${calls.join(", ")}`;
}

function setting(name: string, value: string): string {
  return `set_config('${name}', '${value}', true)`;
}

/** Creates a session whose query builder is created on first use. */
export function createSession(
  client: PoolClient,
  org: string,
  sent: Promise<unknown>[] = [],
): Session {
  let made: NodePgDatabase | undefined;
  return {
    org,
    client,
    send(statement) {
      void sending(sent, client.query(statement));
    },
    get db() {
      made ??= drizzle(client);
      return made;
    },
  };
}

/** Turns database failures into errors that a caller can act on. Rethrows all others. */
export function explain(error: unknown, broken = false): never {
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

/** Returns true if the server did not respond, or ended while it was used. */
export function isServerGone(error: unknown): boolean {
  return GONE.test(errorCode(error));
}

/** Drizzle wraps the driver's error. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error instanceof DatabaseError) return error.code ?? "";
  if ("syscall" in error && error.syscall === "connect") return "ECONNREFUSED"; // a socket may be missing
  if ("code" in error && typeof error.code === "string") return error.code;
  if (LOST.test(error.message)) return "ECONNRESET";
  return errorCode(error.cause);
}
