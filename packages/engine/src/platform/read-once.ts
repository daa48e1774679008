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
  const settings = settingsSql(org);
  let isUsed = false;
  const query = async (given: string | QueryConfig, values?: readonly unknown[]) => {
    if (isUsed) throw new Error("A second statement needs a transaction.");
    isUsed = true;
    const {
      text,
      name: _,
      values: own,
      ...options
    } = typeof given === "string" ? { text: given } : given;
    const message = `${settings}; ${withLiterals(text, values ?? own ?? [])}`;
    const results = (await pool.query({ ...options, text: message })) as unknown as QueryResult[];
    return results.at(-1);
  };
  try {
    return await work(createSession({ query } as unknown as PoolClient, org));
  } catch (error) {
    return explain(error);
  }
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
