import type { CliSession } from "../../client/open-session.ts";

const PAGE = 500;

/** A line of an export, as the engine tells it. */
export type ReceivedRecord = { kind: string; [field: string]: unknown };

/** The sealed log record by record, one page in memory at a time. */
export async function* auditRecords(
  { client }: Pick<CliSession, "client">,
  since: number | undefined,
): AsyncGenerator<ReceivedRecord, void, void> {
  let after: string | undefined;
  for (;;) {
    const { items, next } = await client.exportAudit(
      after === undefined ? { since, limit: PAGE } : { after, limit: PAGE },
    );
    yield* items;
    if (next === null) return;
    after = next;
  }
}
