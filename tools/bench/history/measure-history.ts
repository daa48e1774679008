import { randomBytes } from "node:crypto";
import { createEnqueue } from "../../../packages/engine/src/effects/enqueue.ts";
import { createTaskStore } from "../../../packages/engine/src/index.ts";
import { type BenchServer, benchPool } from "../../../packages/engine/src/testing/bench-server.ts";
import { createLifeRunner } from "../command-ratio.ts";
import { fillTasks } from "../fill-tasks.ts";
import { requestInbox } from "../inbox.ts";
import { type BenchEngine, openBenchEngine } from "../open-bench-engine.ts";
import { quantile, roundFigure } from "../side-by-side.ts";
import { ORG, policyWith, REPO } from "../task-life.ts";
import { alternate, type Growth, growth, type Requests } from "./growth.ts";
import { requireDisk, seedHistory } from "./seed-history.ts";

type Pool = ReturnType<typeof benchPool>;

const SMALL = 10_000;
const DEFAULT_TASKS = 100_000;
/** Open tasks, which are as many in both databases: only the history grows. */
const OPEN = 2_000;
const ROUNDS = 9;
const LIVES = 12;
const INBOXES = 60;
const PATTERN = "cs-aaaaaaaa";

export type HistoryFigures = {
  tasks: number;
  projectionsOnly: number;
  databaseGb: number;
  commandP50Ms: Growth;
  commandP95Ms: Growth;
  inboxP50Ms: Growth;
  inboxP95Ms: Growth;
  /** Pages of the database that a command reads or writes. Unlike a time, it does not depend on the load. */
  pagesPerCommand: Growth;
  pagesPerInbox: Growth;
  /** Milliseconds of a vacuum of tasks, log and answers after the measured commands. */
  vacuumMs: Growth;
};

export type HistoryOptions = {
  /** Finished tasks with their whole log in the large database. */
  tasks?: number | undefined;
  /** Further tasks in the large database that are only a projection with a short body. */
  projections?: number | undefined;
};

/** Compares a small and a large history on one server, in alternating slices. */
export async function measureHistory(
  server: BenchServer,
  { tasks = DEFAULT_TASKS, projections = 0 }: HistoryOptions,
): Promise<HistoryFigures> {
  await requireDisk(server.directory, tasks + Math.ceil(projections / 20));
  const small = await openHistory(server, "history_small", { full: SMALL, short: 0 });
  const large = await openHistory(server, "history_large", { full: tasks, short: projections });
  const both = [small, large] as const;
  for (const { runCommands, runInbox, vacuum } of both) {
    await runCommands(); // warm-up
    await runInbox();
    await vacuum();
  }
  const commands = await alternate(ROUNDS, small.runCommands, large.runCommands);
  const inboxes = await alternate(ROUNDS, small.runInbox, large.runInbox);
  const vacuum = [await small.vacuum(), await large.vacuum()];
  const databaseGb = roundFigure((await large.bytes()) / 1024 ** 3);
  for (const { close } of both) await close();
  return {
    tasks,
    projectionsOnly: projections,
    databaseGb,
    commandP50Ms: growth(commands.map(({ took }) => quantile(took, 0.5))),
    commandP95Ms: growth(commands.map(({ took }) => quantile(took, 0.95))),
    inboxP50Ms: growth(inboxes.map(({ took }) => quantile(took, 0.5))),
    inboxP95Ms: growth(inboxes.map(({ took }) => quantile(took, 0.95))),
    pagesPerCommand: growth(commands.map(({ took, pages }) => pages / took.length)),
    pagesPerInbox: growth(inboxes.map(({ took, pages }) => pages / took.length)),
    vacuumMs: growth(vacuum),
  };
}

async function openHistory(
  server: BenchServer,
  name: string,
  size: { full: number; short: number },
) {
  const urls = await server.database(name);
  const owner = benchPool(urls.ownerUrl, 1);
  const bench = await openBenchEngine(urls, server.directory, {
    policy: policyWith("merge"),
    repositories: { [REPO]: 0 },
  });
  const runLife = createTimedLife(bench);
  await runLife(PATTERN);
  await fillTasks(owner, ORG, OPEN);
  const began = performance.now();
  await seedHistory(owner, PATTERN, size);
  process.stderr.write(`${name}: seeded in ${Math.round((performance.now() - began) / 1_000)} s\n`);
  const person = await bench.signIn({ actor: "person-1", role: "human" });
  return {
    runCommands: () => repeat(owner, LIVES, () => runLife(randomId())),
    runInbox: () => repeat(owner, INBOXES, async () => [await requestInbox(bench, person)]),
    vacuum: () => vacuumAll(owner),
    bytes: () => readNumber(owner, "SELECT pg_database_size(current_database())"),
    async close() {
      await bench.engine.stop();
      await bench.pool.end();
      await owner.end();
    },
  };
}

/** Returns a function that runs all commands of a task and returns the milliseconds of each. */
function createTimedLife(bench: BenchEngine): (id: string) => Promise<number[]> {
  const store = createTaskStore(bench.pool, createEnqueue(bench.queue));
  let took: number[] = [];
  const runLife = createLifeRunner(bench, {
    ...store,
    async execute(request) {
      const began = performance.now();
      const answer = await store.execute(request);
      took.push(performance.now() - began);
      return answer;
    },
  });
  return async (id) => {
    took = [];
    await runLife(id);
    return took;
  };
}

async function repeat(
  owner: Pool,
  times: number,
  work: () => Promise<number[]>,
): Promise<Requests> {
  const took: number[] = [];
  const before = await readNumber(owner, PAGES);
  for (let left = times; left > 0; left -= 1) took.push(...(await work()));
  return { took, pages: (await readNumber(owner, PAGES)) - before };
}

const PAGES = `SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)
  FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
 WHERE NOT r.rolsuper AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`;

async function readNumber(owner: Pool, query: string): Promise<number> {
  const { rows } = await owner.query({ text: query, rowMode: "array" });
  return Number(rows[0]?.[0]);
}

/** An id of another length than the seeded ones, at a random place among them. */
function randomId(): string {
  return `cs-h${randomBytes(5).toString("hex")}`;
}

async function vacuumAll(owner: Pool): Promise<number> {
  const began = performance.now();
  for (const table of ["tasks", "events", "commands"])
    await owner.query(`VACUUM countersign.${table}`);
  return performance.now() - began;
}
