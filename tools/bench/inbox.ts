import type { Principal } from "../../packages/engine/src/index.ts";
import { type BenchServer, benchPool } from "../../packages/engine/src/testing/bench-server.ts";
import { fillTasks } from "./fill-tasks.ts";
import { type BenchEngine, openBenchEngine } from "./open-bench-engine.ts";
import { quantile, roundFigure } from "./side-by-side.ts";
import { ORG, policyWith, REPO } from "./task-life.ts";

const CALLS = 300;
const WARM_UP = 30;
const SIZES = { p95At10k: 10_000, p95At1m: 1_000_000 };

export type Inbox = { p95At10k: number; p95At1m: number; ratio: number };

/** Measures the response time of an inbox by the number of tasks in the organisation. */
export async function measureInbox(server: BenchServer, sizes = SIZES): Promise<Inbox> {
  const p95At10k = await inboxAt(server, "inbox_10k", sizes.p95At10k);
  const p95At1m = await inboxAt(server, "inbox_1m", sizes.p95At1m);
  return { p95At10k, p95At1m, ratio: roundFigure(p95At1m / p95At10k) };
}

async function inboxAt(server: BenchServer, name: string, count: number): Promise<number> {
  const urls = await server.database(name);
  const owner = benchPool(urls.ownerUrl, 1);
  const bench = await openBenchEngine(urls, server.directory, {
    policy: policyWith("merge"),
    repositories: { [REPO]: 0 },
  });
  try {
    await fillTasks(owner, ORG, count);
    const person = await bench.signIn({ actor: "person-1", role: "human" });
    const took: number[] = [];
    for (let call = 0; call < WARM_UP + CALLS; call += 1)
      took.push(await requestInbox(bench, person));
    return roundFigure(quantile(took.slice(WARM_UP), 0.95));
  } finally {
    await bench.engine.stop();
    await bench.pool.end();
    await owner.end();
  }
}

/**
 * Requests one inbox like the server does, the first page and the counts, and returns the milliseconds.
 */
export async function requestInbox({ engine }: BenchEngine, person: Principal): Promise<number> {
  const began = performance.now();
  const me = person.actor.id;
  const mine = { turnWho: me, order: "oldest", snoozed: { by: me, is: false } } as const;
  const { items } = await engine.tasks(person, mine);
  await engine.status(person);
  if (items.length !== 50) throw new Error(`The inbox shows ${items.length} tasks`);
  return performance.now() - began;
}
