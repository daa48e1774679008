import type { benchPool } from "../../packages/engine/src/testing/bench-server.ts";

type Pool = ReturnType<typeof benchPool>;

/*
 * Most tasks of a large organisation are done. Some of the others wait for people, a hundred for
 * each, and the rest for machines and authors. The texts are as long as those of real tasks, and
 * vary.
 */
const FILL = `
  INSERT INTO countersign.tasks (org_id, task_id, seq, head_hash, state, turn_holder, turn_who, gate,
                                 priority, title, repo, updated, body, list_facts)
  SELECT $1, 'cs-' || lpad(n::text, 8, '0'), 9, repeat('0', 64),
         CASE WHEN n % 10 < 7 THEN 'done' WHEN n % 10 = 7 THEN 'in_progress' ELSE 'reviewing' END,
         CASE WHEN n % 10 < 7 THEN 'nobody' WHEN n % 10 = 9 THEN 'human' ELSE 'agent' END,
         CASE WHEN n % 10 = 9 THEN 'person-' || (n / 10 % $5::int)::text END,
         NULL, 'P1', 'Limit the rate of requests ' || n, 'repo-' || n % 50,
         now() - n * interval '1 second',
         jsonb_build_object('id', n, 'text', (SELECT string_agg(md5((n * 100 + part)::text), '')
                                                FROM generate_series(1, $4::int) AS part)),
         jsonb_build_object('seq', 9, 'round', 1, 'tree', repeat('1', 40), 'attempt', 1, 'attemptLimit', 3,
           'mode', 'per-task', 'risk', n % 10, 'files', 3, 'linesAdded', n % 500, 'linesDeleted', n % 50,
           'findings', '{"critical":0,"major":0,"warning":1,"info":2}'::jsonb, 'author', 'agent-' || n % 20,
           'labels', '[]'::jsonb, 'graceUntilMs', NULL, 'sentBackBy', '[]'::jsonb,
           'batchObstacles', '["mode per-task"]'::jsonb)
    FROM generate_series($2::int, $3::int) AS n`;
const BATCH = 100_000;
const INBOX = 100;
/** The number of 32-character hashes per task: the compressed size of a real task's text. */
const PARTS = 40;

/** Adds tasks to an organisation, bypassing all commands. Only lists can read them. */
export async function fillTasks(owner: Pool, org: string, count: number): Promise<void> {
  const people = Math.ceil(count / 10 / INBOX);
  for (let from = 1; from <= count; from += BATCH)
    await owner.query(FILL, [org, from, Math.min(count, from + BATCH - 1), PARTS, people]);
  await owner.query("VACUUM ANALYZE countersign.tasks");
}
