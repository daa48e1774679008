import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Parts } from "../commands/parts.ts";
import type { StoredRepository } from "../store/repositories.ts";
import { transact } from "../store/transact.ts";

const Row = z.object({ task: z.string(), state: z.string() });

/** A task that is not merged whose content a foreign commit carries, in words; null when there is none. */
export async function describeLookalike(
  parts: Parts,
  org: string,
  repository: StoredRepository,
): Promise<string | null> {
  const { id: repo, target } = repository;
  const found = await parts
    .mirrorOf(org)
    .fetch(repository, { branch: target })
    .catch(() => null);
  if (found === null) return null;
  const { rows } = await transact(parts.pool, org, ({ db }) =>
    db.execute(sql`
      SELECT t.task_id AS task, t.state FROM countersign.tasks t
       WHERE t.org_id = ${org} AND t.repo = ${repo} AND t.state <> 'done'
         AND (t.body #>> '{round,content,tree}' = ${found.tree}
              OR t.body #>> '{round,content,head}' = ${found.commit}
              OR EXISTS (SELECT FROM countersign.moves m
                          WHERE m.org_id = t.org_id AND m.task_id = t.task_id AND m.tree = ${found.tree}))
       ORDER BY t.state = 'rejected' DESC, t.updated DESC LIMIT 1`),
  );
  const [like] = z.array(Row).parse(rows);
  if (like === undefined) return null;
  const state = like.state === "rejected" ? "was rejected" : "is not merged";
  return `It has the content of ${like.task}, which ${state}`;
}
