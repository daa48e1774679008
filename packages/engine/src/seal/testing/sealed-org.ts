import { join } from "node:path";
import type { Pool } from "pg";
import { Seal } from "../../ports/seal-body.ts";
import { createTaskStore } from "../../store/task-store.ts";
import { ana, create, executeWith, testContext } from "../../testing/task-commands.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import type { Leaf } from "../merkle-root.ts";
import { type Sealer, sealLoop } from "../seal-loop.ts";
import { sealOnce } from "../seal-once.ts";
import { tempSeals } from "./temp-seals.ts";

/** The start of the stream. */
export const START = { xid: "0", position: "0" };

/** Creates an organisation with its own key and copy. */
export function sealedOrg({ pool, owner }: Pick<TestDatabase, "pool" | "owner">, org: string) {
  const seals = tempSeals();
  const parts = { pool, ...seals };
  const store = createTaskStore(pool, async () => undefined);
  const failed: unknown[] = [];
  return {
    parts,
    store,
    failed,
    file: join(seals.directory, `${org}.jsonl`),
    sealer: (everyMs = 10, soonMs = everyMs): Sealer =>
      sealLoop({
        ...parts,
        orgs: [org],
        everyMs,
        soonMs,
        onFailed: (_, error) => failed.push(error),
      }),
    add: (task: string) =>
      executeWith(store, org, task, `new-${task}`, create(task), testContext(ana)),
    /** Seals named tasks even while other test files on the same server have open transactions. */
    seal: (...tasks: string[]) => sealOnce(parts, org, START, tasks),
    seals: () => readSeals(owner, org),
    /** Returns the seals that a person sees before accepting a loss. */
    shown: async () => ({
      outside: (await parts.copy.last(org))?.hash ?? null,
      inside: (await readSeals(owner, org)).at(-1)?.seal.hash ?? null,
    }),
  };
}

type Stored = { number: number; seal: Seal; leaves: Leaf[] };

async function readSeals(owner: Pool, org: string): Promise<Stored[]> {
  const { rows } = await owner.query(
    `SELECT s.number,
            json_build_object('body', s.body, 'hash', s.hash, 'signature', s.signature) AS seal,
            (SELECT coalesce(json_agg(json_build_object(
                      'task', task_id, 'first', first, 'seq', seq, 'head', head)), '[]')
               FROM countersign.seal_leaves l
              WHERE l.org_id = s.org_id AND l.seal = s.number) AS leaves
       FROM countersign.seals s WHERE org_id = $1 ORDER BY number`,
    [org],
  );
  return rows.map(({ number, seal, leaves }) => ({ number, seal: Seal.parse(seal), leaves }));
}
