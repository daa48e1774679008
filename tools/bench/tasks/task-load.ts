import { setTimeout as pause } from "node:timers/promises";
import type { Principal } from "../../../packages/engine/src/index.ts";
import type { BenchEngine } from "../open-bench-engine.ts";
import { REVIEWERS } from "../task-life.ts";

export const REPOSITORIES = [
  "shop",
  "bank",
  "mail",
  "maps",
  "news",
  "play",
  "jobs",
  "docs",
] as const;
export const AUTHORS = 24;
const LOOK_MS = 20;

/** Attributes work to the bench itself or to its requests. */
export type Attribute = <Result>(origin: "requests" | "bench", work: () => Result) => Result;

export type TaskLoad = {
  /** The tasks that are done so far. */
  done: ReadonlySet<string>;
  /** Stops authors and agents and waits for their last requests. */
  stop(): Promise<void>;
};

/** Starts authors that submit branches, and three agents that review each of them at once. */
export async function startTaskLoad(bench: BenchEngine, attribute: Attribute): Promise<TaskLoad> {
  const done = new Set<string>();
  const end = new AbortController();
  const run = { bench, attribute, done, signal: end.signal };
  const agents = await connectAgents(bench);
  const working = [
    answerAll(run, agents),
    ...Array.from({ length: AUTHORS }, (_, author) => submitAll(run, author)),
  ];
  const ended = Promise.all(working);
  ended.catch(() => {}); // reported by stop
  return {
    done,
    async stop() {
      end.abort();
      await ended;
    },
  };
}

type LoadRun = {
  bench: BenchEngine;
  attribute: Attribute;
  done: Set<string>;
  signal: AbortSignal;
};

/** Submits one branch after another as an author, each after the previous one is done. */
async function submitAll(
  { bench: { engine, repositories, signIn }, attribute, done, signal }: LoadRun,
  author: number,
): Promise<void> {
  const by = await signIn({ actor: `author-${author}`, role: "author" });
  const repository = repositories[author % repositories.length];
  if (repository === undefined) return;
  const step = Math.ceil(AUTHORS / repositories.length);
  for (let at = Math.floor(author / repositories.length); !signal.aborted; at += step) {
    const branch = repository.branches[at];
    if (branch === undefined) throw new Error("There are too few branches");
    const key = `${author}:${at}`;
    const wanted = { title: `Add ${branch}`, repo: repository.id };
    const task = await attribute("requests", async () => {
      const created = await engine.createTask(by, `${key}:create`, wanted);
      const work = { from: { branch }, signal: "DONE", summary: "Added." } as const;
      await engine.submitWork(by, `${key}:submit`, { task: created.task, ...work });
      return created.task;
    });
    while (!done.has(task) && !signal.aborted) await pause(LOOK_MS);
  }
}

/** Connects the agents as reviewers of every repository. */
async function connectAgents({ engine, repositories, signIn }: BenchEngine): Promise<Principal[]> {
  const agents: Principal[] = [];
  for (const actor of REVIEWERS) {
    const agent = await signIn({ actor, role: "reviewer" });
    for (const { id } of repositories) await engine.connectReviewer(agent, id);
    agents.push(agent);
  }
  return agents;
}

const ENDS: ReadonlySet<string> = new Set(["merged", "completed"]);

/** Follows the stream; each agent answers a planned requirement as soon as its event arrives. */
async function answerAll(run: LoadRun, agents: readonly Principal[]): Promise<void> {
  const { bench, attribute, done, signal } = run;
  const reader = await bench.signIn({ actor: "ana", role: "human" });
  const answers: Promise<void>[] = [];
  let after: string | undefined;
  while (!signal.aborted) {
    const place = after === undefined ? {} : { after };
    const { items, next } = await attribute("bench", () => bench.engine.stream(reader, place));
    after = next ?? after;
    for (const { task } of items.filter(({ event }) => ENDS.has(event.type))) done.add(task);
    for (const { task } of items.filter(({ event }) => event.type === "planned"))
      answers.push(...agents.map((agent) => approve(run, agent, task)));
    if (items.length === 0) await pause(LOOK_MS);
  }
  await Promise.all(answers);
}

async function approve(
  { bench: { engine }, attribute }: LoadRun,
  by: Principal,
  task: string,
): Promise<void> {
  const { round } = await attribute("bench", () => engine.task(by, task));
  if (round === null) throw new Error(`${task} has no round`);
  await attribute("requests", () =>
    engine.command(by, `${task}:${by.actor.id}`, task, {
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
    }),
  );
}
