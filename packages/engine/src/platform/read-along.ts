import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import { withLiterals } from "./read-once.ts";
import { createSession, explain, type Session, settingsSql } from "./transact.ts";

/** A statement that waits for the next message of its organisation. */
type WaitingRead = PromiseWithResolvers<object[]> & { text: string; timer: Disposable };

/** The statements of each organisation that wait on a pool. */
const waiting = new WeakMap<Pool, Map<string, WaitingRead[]>>();

/**
 * Runs work that reads, and sends its statements along with those of other such reads of the organisation: all that
 * wait become one statement behind one fence.
 *
 * A read waits for the next one that does not wait, at most `waitMs`. Rows are passed as JSON, so a statement names
 * each column once, and dates arrive as text.
 */
export async function readAlong<Result>(
  pool: Pool,
  org: string,
  work: (session: Session) => Promise<Result>,
  waitMs = 0,
): Promise<Result> {
  const query = async (given: string | QueryConfig, values: unknown[] = []) => {
    const statement: QueryConfig = typeof given === "string" ? { text: given } : given;
    if ("rowMode" in statement) throw new Error("Rows that are arrays cannot be read along.");
    const text = withLiterals(statement.text, statement.values ?? values);
    return { rows: await join(pool, org, text, waitMs) };
  };
  try {
    return await work(createSession({ query } as unknown as PoolClient, org));
  } catch (error) {
    return explain(error);
  }
}

/** Sends the reads of an organisation that wait, without waiting any longer. */
export function sendWaitingReads(pool: Pool, org: string): void {
  const reads = waiting.get(pool)?.get(org) ?? [];
  waiting.get(pool)?.delete(org);
  for (const { timer } of reads) timer[Symbol.dispose]();
  if (reads.length > 0) void send(pool, org, reads);
}

function join(pool: Pool, org: string, text: string, waitMs: number): Promise<object[]> {
  const byOrg = waiting.get(pool) ?? new Map<string, WaitingRead[]>();
  waiting.set(pool, byOrg);
  const sendNow = () => sendWaitingReads(pool, org);
  const timer = waitMs === 0 ? setImmediate(sendNow) : setTimeout(sendNow, waitMs);
  const read = { ...Promise.withResolvers<object[]>(), text, timer };
  byOrg.set(org, [...(byOrg.get(org) ?? []), read]);
  return read.promise;
}

/** Sends reads in one message. If it fails, each is sent alone, so that it fails only by its own fault. */
async function send(pool: Pool, org: string, reads: readonly WaitingRead[]): Promise<void> {
  try {
    const columns = reads.map(
      ({ text }) => `(SELECT coalesce(json_agg(r), '[]') FROM (${text}) AS r)`,
    );
    const message = { text: `${settingsSql(org)}; SELECT ${columns.join(", ")}`, rowMode: "array" };
    const results = (await pool.query(message)) as unknown as QueryResult<object[][]>[];
    for (const [index, { resolve }] of reads.entries()) resolve(results[1]?.rows[0]?.[index] ?? []);
  } catch (error) {
    if (reads.length === 1) reads[0]?.reject(error);
    else for (const read of reads) await send(pool, org, [read]);
  }
}
