import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "../../packages/engine/src/index.ts";
import {
  type BenchServer,
  statementsSoFar,
} from "../../packages/engine/src/testing/bench-server.ts";
import { type BenchEngine, openBenchEngine } from "./open-bench-engine.ts";
import { roundFigure } from "./side-by-side.ts";
import { policyWith, REVIEWERS } from "./task-life.ts";

const SECONDS = 60;
const REPOSITORIES = ["shop", "bank", "mail", "maps", "news", "play", "jobs", "docs"] as const;
const AUTHORS = 24;
/** More branches than can be submitted in the time. */
const BRANCHES = 400;
const LOOK_MS = 20;

/** The number of tasks per second, and the CPU time per task. */
type Rate = {
  tasksPerSecond: number;
  statementsPerTask: number;
  /** CPU time of the engine's own process, without git and PostgreSQL. */
  cpuMsPerTask: number;
};

export type TasksPerSecond = Rate & {
  /** The same without git's merge: approved tasks are done. */
  controlPlaneAlone: Rate;
  seconds: number;
  repositories: number;
  authors: number;
};

/**
 * Measures whole tasks: authors submit branches, three agents review at once, the engine merges.
 */
export async function measureTasksPerSecond(server: BenchServer): Promise<TasksPerSecond> {
  return {
    ...(await rateWith(server, "tasks_merged", "merge")),
    controlPlaneAlone: await rateWith(server, "tasks_alone", "none"),
    seconds: SECONDS,
    repositories: REPOSITORIES.length,
    authors: AUTHORS,
  };
}

async function rateWith(
  server: BenchServer,
  name: string,
  strategy: "merge" | "none",
): Promise<Rate> {
  const urls = await server.database(name);
  const bench = await openBenchEngine(urls, server.directory, {
    policy: policyWith(strategy),
    repositories: Object.fromEntries(REPOSITORIES.map((id) => [id, BRANCHES])),
  });
  const done = new Set<string>();
  const end = new AbortController();
  await bench.engine.start();
  const agents = await connectAgents(bench);
  const reviewing = answerAll(bench, agents, done, end.signal);
  const authors = Array.from({ length: AUTHORS }, (_, at) => workOn(bench, at, done, end.signal));
  const began = { ms: performance.now(), statements: await statementsSoFar(urls.ownerUrl) };
  const cpu = process.cpuUsage();
  await pause(SECONDS * 1_000);
  const used = process.cpuUsage(cpu);
  const tasks = done.size;
  const seconds = (performance.now() - began.ms) / 1_000;
  const statements = (await statementsSoFar(urls.ownerUrl)) - began.statements;
  end.abort();
  await Promise.all([reviewing, ...authors]);
  await bench.engine.stop();
  await bench.pool.end();
  if (bench.lines.length > 0) throw new Error(bench.lines.slice(0, 5).join("\n"));
  return {
    tasksPerSecond: roundFigure(tasks / seconds),
    statementsPerTask: roundFigure(statements / tasks),
    cpuMsPerTask: roundFigure((used.user + used.system) / 1_000 / tasks),
  };
}

/** Submits one branch after another as an author, each after the previous one is done. */
async function workOn(
  { engine, repositories, signIn }: BenchEngine,
  author: number,
  done: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  const by = await signIn({ actor: `author-${author}`, role: "author" });
  const repository = repositories[author % repositories.length];
  if (repository === undefined) return;
  const step = Math.ceil(AUTHORS / repositories.length);
  for (let at = Math.floor(author / repositories.length); !signal.aborted; at += step) {
    const branch = repository.branches[at];
    if (branch === undefined) throw new Error("There are too few branches");
    const key = `${author}:${at}`;
    const title = `Add ${branch}`;
    const { task } = await engine.createTask(by, `${key}:create`, { title, repo: repository.id });
    await engine.submitWork(by, `${key}:submit`, {
      task,
      from: { branch },
      signal: "DONE",
      summary: "Added.",
    });
    while (!done.has(task) && !signal.aborted) await pause(LOOK_MS);
  }
}

/** Connects the agents as reviewers of every repository during the measurement. */
async function connectAgents({ engine, repositories, signIn }: BenchEngine): Promise<Principal[]> {
  const agents: Principal[] = [];
  for (const actor of REVIEWERS) {
    const agent = await signIn({ actor, role: "reviewer" });
    for (const { id } of repositories) await engine.connectReviewer(agent, id);
    agents.push(agent);
  }
  return agents;
}

/** Follows the stream; each agent answers a planned requirement as soon as its event arrives. */
async function answerAll(
  bench: BenchEngine,
  agents: readonly Principal[],
  done: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const reader = await bench.signIn({ actor: "ana", role: "human" });
  const answers: Promise<void>[] = [];
  let after: string | undefined;
  while (!signal.aborted) {
    const { items, next } = await bench.engine.stream(reader, after === undefined ? {} : { after });
    after = next ?? after;
    for (const { task } of items.filter(({ event }) => ENDS.has(event.type))) done.add(task);
    for (const { task } of items.filter(({ event }) => event.type === "planned"))
      answers.push(...agents.map((agent) => approve(bench, agent, task)));
    if (items.length === 0) await pause(LOOK_MS);
  }
  await Promise.all(answers);
}

const ENDS: ReadonlySet<string> = new Set(["merged", "completed"]);

async function approve({ engine }: BenchEngine, by: Principal, task: string): Promise<void> {
  const { round } = await engine.task(by, task);
  if (round === null) throw new Error(`${task} has no round`);
  await engine.command(by, `${task}:${by.actor.id}`, task, {
    type: "record_verdict",
    of: "round",
    number: round.number,
    tree: round.content.tree,
    requirement: `agent:${by.actor.id}`,
    opinion: "approved",
    summary: "Reads well, and its tests would fail without it.",
    findings: [],
    costUsd: 0,
    sandboxed: true,
  });
}
