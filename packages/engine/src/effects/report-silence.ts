import { durationMs } from "@countersign/core";
import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Parts } from "../commands/parts.ts";
import { sayAsEngine } from "../commands/say.ts";
import { ENGINE } from "../commands/surroundings.ts";
import { listRepositories } from "../store/repositories.ts";
import { tasks } from "../store/schema.ts";
import { transact } from "../store/transact.ts";
import { policyOf } from "./read-content.ts";

const AT_ONCE = 100;

/**
 * Asks for a look at unfinished work of which nothing was heard for too long.
 *
 * The clock is the task's own: it begins again with whatever happens to the task. What is being looked at
 * already, or has no agent, is not silent.
 */
export async function reportSilence(parts: Parts, org: string): Promise<void> {
  const repositories = await transact(parts.pool, org, (session) => listRepositories(session, org));
  for (const { id } of repositories) {
    const { silence, triggers } = await policyOf(parts, org, id);
    if (triggers.silence === "off") continue;
    for (const { task, seq } of await findSilent(parts, org, id, durationMs(silence.agent)))
      await sayAsEngine(
        parts,
        org,
        task,
        `${org}:${task}:${seq}:silent`,
        { type: "report_event", trigger: "silence", summary: `Nothing for ${silence.agent}` },
        ENGINE,
      );
  }
}

function findSilent({ pool }: Parts, org: string, repo: string, silentMs: number) {
  return transact(pool, org, ({ db }) =>
    db
      .select({ task: tasks.taskId, seq: tasks.seq })
      .from(tasks)
      .where(
        and(
          eq(tasks.orgId, org),
          inArray(tasks.state, ["in_progress", "rework"]),
          lt(tasks.updated, sql`clock_timestamp() - ${silentMs} * interval '1 ms'`),
          eq(tasks.repo, repo),
          sql`${tasks.body}->'checkup' = 'null'::jsonb`,
          sql`${tasks.body}->'phase'->>'agent' IS NOT NULL`,
        ),
      )
      .orderBy(asc(tasks.updated))
      .limit(AT_ONCE),
  );
}
