import type { Pool } from "pg";
import { queueDepth } from "../durable/unfinished-jobs.ts";
import { transact } from "../platform/transact.ts";
import { formatMetricFamily } from "./format-metric-family.ts";
import { outcomeGauge } from "./outcome-gauge.ts";

type Turns = { state: string; turn: string; number: string; oldest: string };

/**
 * Reads an organisation's task, queue and seal gauges. Returns `postgres_up 0` if the database does not
 * respond.
 */
export async function readGauges(pool: Pool, org: string): Promise<string> {
  try {
    return `${up(1)}${await transact(pool, org, (session) => gaugesIn(session.client, org))}`;
  } catch {
    return up(0);
  }
}

function up(value: number): string {
  return formatMetricFamily(
    "countersign_postgres_up",
    "gauge",
    "1 if the database responds, else 0",
    [{ value }],
  );
}

async function gaugesIn(client: Parameters<typeof queueDepth>[0], org: string): Promise<string> {
  const turns = await client.query<Turns>(
    `SELECT state, turn_holder AS turn, count(*) AS number,
            extract(epoch FROM clock_timestamp() - min(updated)) AS oldest
       FROM countersign.tasks WHERE org_id = $1 GROUP BY state, turn_holder`,
    [org],
  );
  const sealed = await client.query<{ age: string | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - max(at)) AS age
       FROM countersign.seals WHERE org_id = $1`,
    [org],
  );
  const depth = await queueDepth(client);
  const waiting = turns.rows.filter(({ turn }) => turn === "person");
  const oldest = Math.max(0, ...waiting.map((row) => Number(row.oldest)));
  const age = sealed.rows[0]?.age ?? null;
  return [
    formatMetricFamily(
      "countersign_tasks",
      "gauge",
      "Number of tasks by state and by the kind of actor they wait for",
      turns.rows.map(({ state, turn, number }) => ({
        labels: { state, turn },
        value: Number(number),
      })),
    ),
    formatMetricFamily(
      "countersign_oldest_waiting_seconds",
      "gauge",
      "Seconds since the last change of the oldest task waiting for a person",
      [{ value: oldest }],
    ),
    formatMetricFamily(
      "countersign_queue_jobs",
      "gauge",
      "Number of jobs by status",
      ["enqueued", "delayed", "pending"].map((status) => ({
        labels: { status },
        value: depth.get(status) ?? 0,
      })),
    ),
    formatMetricFamily(
      "countersign_seal_age_seconds",
      "gauge",
      "Seconds since the last seal",
      age === null ? [] : [{ value: Number(age) }],
    ),
    await outcomeGauge(client, org),
  ].join("");
}
