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
import { requireDisk, seedHistory } from "./seed-history.ts";

const SMALL = 10_000;
const DEFAULT_TASKS = 100_000;
/** Open tasks, which are as many in both databases: only the history grows. */
const OPEN = 2_000;
const ROUNDS = 9;
const LIVES = 12;
const INBOXES = 60;
const PATTERN = "cs-aaaaaaaa";

/** The 95th percentile in milliseconds at 10,000 tasks and at `tasks`, and the second ÷ the first. */
type Growth = { small: number; large: number; ratio: number };

export type HistoryFigures = {
  tasks: number;
  projectionsOnly: number;
  databaseGb: number;
  commandP95Ms: Growth;
  inboxP95Ms: Growth;
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
  for (const { runCommands, runInbox } of both) {
    await runCommands(); // warm-up
    await runInbox();
  }
  const commands: number[][] = [[], []];
  const inboxes: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      commands[at]?.push(...((await both[at]?.runCommands()) ?? []));
      inboxes[at]?.push(...((await both[at]?.runInbox()) ?? []));
    }
  const vacuum = [await small.vacuum(), await large.vacuum()];
  const databaseGb = roundFigure((await large.bytes()) / 1024 ** 3);
  for (const { close } of both) await close();
  return {
    tasks,
    projectionsOnly: projections,
    databaseGb,
    commandP95Ms: growth(commands.map((took) => quantile(took, 0.95))),
    inboxP95Ms: growth(inboxes.map((took) => quantile(took, 0.95))),
    vacuumMs: growth(vacuum),
  };
}

function growth([small = Number.NaN, large = Number.NaN]: readonly number[]): Growth {
  return {
    small: roundFigure(small),
    large: roundFigure(large),
    ratio: roundFigure(large / small),
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
    runCommands: () => repeat(LIVES, () => runLife(randomId())),
    runInbox: () => repeat(INBOXES, async () => [await requestInbox(bench, person)]),
    vacuum: () => vacuumAll(owner),
    bytes: async () => {
      const { rows } = await owner.query<{ size: string }>(
        "SELECT pg_database_size(current_database()) AS size",
      );
      return Number(rows[0]?.size);
    },
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

async function repeat(times: number, work: () => Promise<number[]>): Promise<number[]> {
  const all: number[] = [];
  for (let left = times; left > 0; left -= 1) all.push(...(await work()));
  return all;
}

/** An id of another length than the seeded ones, at a random place among them. */
function randomId(): string {
  return `cs-h${randomBytes(5).toString("hex")}`;
}

async function vacuumAll(owner: ReturnType<typeof benchPool>): Promise<number> {
  const began = performance.now();
  for (const table of ["tasks", "events", "commands"])
    await owner.query(`VACUUM countersign.${table}`);
  return performance.now() - began;
}
