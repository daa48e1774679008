import type { benchPool } from "../../packages/engine/src/testing/bench-server.ts";

type Pool = ReturnType<typeof benchPool>;

/** A statement as our code passes it to the driver. */
type Statement = { query: unknown; values: readonly unknown[] | undefined };

/** The statements of one transaction, from begin to commit. */
export type Transaction = readonly Statement[];

/** Records the statements on a pool's only connection while the work runs. */
export async function recordTransactions(
  pool: Pool,
  work: () => Promise<unknown>,
): Promise<Transaction[]> {
  const sent: Statement[] = [];
  const client = await pool.connect();
  const plain = client.query;
  Object.assign(client, {
    query(...given: unknown[]) {
      const [query, values] = given;
      sent.push({ query, values: Array.isArray(values) ? values : valuesIn(query) });
      return Reflect.apply(plain, client, given);
    },
  });
  client.release();
  try {
    await work();
  } finally {
    Object.assign(client, { query: plain });
  }
  return split(sent);
}

/** Returns the values of a statement, which the driver takes separately or in the query. */
function valuesIn(query: unknown): readonly unknown[] | undefined {
  const isIn = typeof query === "object" && query !== null && "values" in query;
  return isIn && Array.isArray(query.values) ? query.values : undefined;
}

function split(sent: readonly Statement[]): Transaction[] {
  const transactions: Statement[][] = [];
  for (const statement of sent) {
    if (/^BEGIN/.test(textOf(statement))) transactions.push([]);
    transactions.at(-1)?.push(statement);
  }
  return transactions;
}

/** Returns the SQL text of a statement. */
function textOf({ query }: Statement): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
}

/** Replaces every id in the statements by another one of the same length. */
export function renameLife(
  life: readonly Transaction[],
  from: string,
  to: string,
): readonly Transaction[] {
  const rename = (value: unknown): unknown =>
    typeof value === "string"
      ? value.replaceAll(from, to)
      : Array.isArray(value)
        ? value.map(rename)
        : value;
  return life.map((transaction) =>
    transaction.map(({ query, values }) => ({ query, values: values?.map(rename) })),
  );
}

/** Sends the statements of a transaction one after another. */
export async function sendBare(pool: Pool, transaction: Transaction): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { query, values } of transaction)
      await Reflect.apply(client.query, client, [withValues(query, values)]);
  } finally {
    client.release();
  }
}

function withValues(query: unknown, values: readonly unknown[] | undefined): unknown {
  if (values === undefined) return query;
  return typeof query === "object" ? { ...query, values } : { text: query, values };
}
