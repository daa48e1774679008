import { CountersignError } from "@countersign/core";
import { escapeLiteral, type Pool, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { createSession, explain, type Session, settingsSql } from "./transact.ts";

/**
 * Runs work that reads with exactly one statement, in one message and without a transaction of its own.
 *
 * Postgres runs the statements of one message as one transaction, so the organisation's fence is set for the
 * statement and for nothing after it. Such a message takes no parameters; they are written as literals.
 */
export async function readOnce<Result>(
  pool: Pool,
  org: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const [result] = await readTogether<[Result]>(pool, org, [work]);
  return result;
}

/** Work of a read in one message. It sends exactly one statement. */
type Read<Result> = (session: Session) => Promise<Result>;

/** Sees the same moment in all statements of its message. */
const ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

/**
 * Runs several reads of the same moment in one message, each with exactly one statement.
 *
 * Dates are read as the query builder needs them, so other statements must not select any beside it.
 */
export async function readTogether<Results extends readonly unknown[]>(
  pool: Pool,
  org: string,
  reads: { [Index in keyof Results]: Read<Results[Index]> },
): Promise<Results> {
  const statements = new Map<number, QueryConfig>();
  const { promise: answered, resolve, reject } = Promise.withResolvers<QueryResult[]>();
  const settings = settingsSql(org);
  const send = (): void => {
    const all = reads.map((_, index) => statements.get(index) ?? { text: "" });
    const text = [
      ...(all.length > 1 ? [ONE_MOMENT] : []),
      settings,
      ...all.map((statement) => withLiterals(statement.text, statement.values ?? [])),
    ].join("; ");
    const types = all.find((statement) => statement.types !== undefined)?.types;
    const message = { text, rowMode: "array", ...(types !== undefined && { types }) };
    pool.query(message).then((results) => resolve(results as unknown as QueryResult[]), reject);
  };
  const sessionOf = (index: number): Session => {
    const query = async (given: string | QueryConfig, values?: unknown[]) => {
      if (statements.has(index)) throw new Error("A second statement needs a transaction.");
      const statement = toStatement(given, values);
      statements.set(index, statement);
      if (statements.size === reads.length) send();
      const result = (await answered).at(index - reads.length);
      return "rowMode" in statement || result === undefined ? result : withRecords(result);
    };
    return createSession({ query } as unknown as PoolClient, org);
  };
  try {
    return (await Promise.all(
      reads.map((read, index) => read(sessionOf(index))),
    )) as unknown as Results;
  } catch (error) {
    return explain(error);
  }
}

function toStatement(given: string | QueryConfig, values: unknown[] = []): QueryConfig {
  return typeof given === "string" ? { text: given, values } : { values, ...given };
}

/** Creates a session that sends each statement as a read of its own. */
export function createReadingSession(pool: Pool, org: string): Session {
  const query = (given: string | QueryConfig, values?: unknown[]) =>
    readOnce(pool, org, ({ client }) => client.query(given as QueryConfig, values));
  return createSession({ query } as unknown as PoolClient, org);
}

/** Returns a result with its rows as records by column name. */
function withRecords(result: QueryResult): QueryResult {
  const rows = result.rows.map((row: readonly unknown[]) =>
    Object.fromEntries(result.fields.map(({ name }, index) => [name, row[index]])),
  );
  return { ...result, rows };
}

/** Writes the parameters of a statement into its text. */
export function withLiterals(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "number" && Number.isFinite(value)) return `'${value}'`;
  if (typeof value === "boolean") return value ? "true" : "false";
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(", ")}]::text[]`;
  if (typeof value !== "string") throw new Error("A value of this type cannot be a literal.");
  if (value.includes("\0"))
    throw new CountersignError("invalid_input", "A text contains a NUL character");
  return escapeLiteral(value);
}
