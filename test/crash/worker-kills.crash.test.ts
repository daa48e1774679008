import { expect, inject, it } from "vitest";
import { enqueueJobs } from "../../packages/engine/src/durable/enqueue-jobs.ts";
import {
  durableDatabase,
  effect,
  type Note,
  waitUntil,
} from "../../packages/engine/src/durable/testing/durable-database.ts";
import { spawnWorker } from "../../packages/engine/src/durable/testing/spawn-worker.ts";

const KILLS = Math.ceil(50 * inject("scale"));
const TAKEN_OVER_MS = 6_000;
/** On a machine so busy that a survivor's own heartbeats are late, it judges others only some time after. */
const BUSY_MS = 15_000;
const REPOSITORIES = ["shop", "site", "docs", "api"];
const database = await durableDatabase();
const { as, notes, owner } = database;

/** Adds more effects than one worker fetches at once, and one merge per repository, and returns how many. */
async function enqueueRound(round: number): Promise<number> {
  const effects = Array.from({ length: 60 }, (_, at) =>
    effect(`ours:effect:${round}:${at}`, { payload: { ms: 200 } }),
  );
  const merges = REPOSITORIES.map((name) =>
    effect(`ours:merge:${name}:${round}`, {
      ...{ queue: "merges", partition: `ours/${name}`, payload: { ms: 100 } },
    }),
  );
  const jobs = [...effects, ...merges];
  await as("ours", (client) => enqueueJobs(client, jobs));
  return jobs.length;
}

async function isAtWork(worker: string): Promise<boolean> {
  const { rowCount } = await owner.query(
    "SELECT FROM public.notes WHERE worker = $1 AND ended IS NULL",
    [worker],
  );
  return rowCount !== 0;
}

/** Returns the milliseconds after which each job that a kill cut off was started again. */
function takeOvers(all: readonly Note[], killed: ReadonlyMap<string, number>): number[] {
  return all
    .filter(({ ended }) => ended === null)
    .map(({ job, worker, began }) => {
      const again = all.find((note) => note.job === job && note.began > began);
      return (again?.began ?? Number.NaN) - (killed.get(worker) ?? Number.NaN);
    });
}

it("loses nothing and merges one at a time while one of two workers is killed again and again", {
  timeout: 60 * 60_000,
}, async ({ annotate }) => {
  await spawnWorker("survivor", database);
  const killed = new Map<string, number>();
  let added = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const name = `victim ${kill}`;
    const victim = await spawnWorker(name, database);
    added += await enqueueRound(kill);
    await waitUntil(() => isAtWork(name));
    await victim.kill();
    killed.set(name, Date.now());
  }
  await waitUntil(async () => {
    const { rowCount } = await owner.query("SELECT FROM countersign_queue.jobs");
    return rowCount === 0;
  }, 120_000);

  const all = await notes();
  const took = takeOvers(all, killed).toSorted((one, other) => one - other);
  const [usualMs = 0, mostMs = 0] = [took[Math.trunc(took.length / 2)], took.at(-1)];
  await annotate(
    `${KILLS} kills, ${took.length} jobs cut off, taken over in ${usualMs.toFixed()} to ${mostMs.toFixed()} ms`,
  );
  expect(new Set(all.filter(({ ended }) => ended !== null).map(({ job }) => job)).size).toBe(added);
  expect(usualMs).toBeLessThan(TAKEN_OVER_MS);
  expect(took.filter((ms) => !(ms < BUSY_MS))).toEqual([]);
  for (const name of REPOSITORIES) {
    const merges = all.filter(({ job }) => job.startsWith(`ours:merge:${name}:`));
    const overlapping = merges.filter(({ began }, at) => {
      const before = merges[at - 1];
      return before !== undefined && began < (before.ended ?? killed.get(before.worker) ?? 0);
    });
    expect(overlapping).toEqual([]);
  }
});
