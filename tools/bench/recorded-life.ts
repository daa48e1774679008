import type { benchPool } from "../../packages/engine/src/testing/bench-server.ts";

type Pool = ReturnType<typeof benchPool>;

/** A statement as our code handed it to the driver. */
type Statement = { query: unknown; values: readonly unknown[] | undefined };

/** The statements of one transaction, from its begin to its end. */
export type Transaction = readonly Statement[];

/** Writes down what is sent over the only connection of a pool while work is done. */
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

/** The driver takes values beside a statement or in it. */
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

/** The statement in SQL. */
function textOf({ query }: Statement): string {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
}

/** The same statements for another task: every id in them is another one, of the same length. */
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

/** Sends a transaction as it is, one statement after the other. */
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
