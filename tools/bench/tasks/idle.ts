import { setTimeout as pause } from "node:timers/promises";
import {
  type BenchServer,
  readServerCounters,
} from "../../../packages/engine/src/testing/bench-server.ts";
import { countMessages } from "../../../packages/engine/src/testing/count-messages.ts";
import { openBenchEngine } from "../open-bench-engine.ts";
import { roundFigure } from "../side-by-side.ts";
import { policyWith, REPO } from "../task-life.ts";
import { createCountingGit } from "./count-git.ts";
import { postgresCpuMs } from "./process-times.ts";

const SETTLE_MS = 10_000;
const DEFAULT_SECONDS = 20;

/** What an engine without work costs per second. */
export type IdleFigures = {
  statementsPerSecond: number;
  messagesPerSecond: number;
  /** Messages per second of the queue alone. */
  queueMessagesPerSecond: number;
  commitsPerSecond: number;
  cpuMsPerSecond: number;
  postgresCpuMsPerSecond: number;
  gitProcessesPerSecond: number;
  seconds: number;
};

/** Measures an engine with one repository and no tasks. */
export async function measureIdle(
  server: BenchServer,
  seconds = DEFAULT_SECONDS,
): Promise<IdleFigures> {
  const urls = await server.database("idle");
  const messages = countMessages();
  const git = createCountingGit(server.directory);
  const bench = await openBenchEngine(urls, server.directory, {
    policy: policyWith("merge"),
    repositories: { [REPO]: 0 },
    git: git.path,
  });
  const take = async () => {
    const { user, system } = process.cpuUsage();
    const sent = [...messages.read().values()].reduce((sum, { messages }) => sum + messages, 0);
    return {
      sent,
      queue: messages.read().get("queue")?.messages ?? 0,
      cpuMs: (user + system) / 1_000,
      git: git.count(),
      postgresMs: await postgresCpuMs(server.directory),
      ...(await readServerCounters(urls.ownerUrl)),
    };
  };
  await bench.engine.start();
  await pause(SETTLE_MS);
  const before = await take();
  await pause(seconds * 1_000);
  const after = await take();
  await bench.engine.stop();
  await bench.pool.end();
  messages.stop();
  const rate = (field: keyof typeof after) => roundFigure((after[field] - before[field]) / seconds);
  return {
    statementsPerSecond: rate("statements"),
    messagesPerSecond: rate("sent"),
    queueMessagesPerSecond: rate("queue"),
    commitsPerSecond: rate("commits"),
    cpuMsPerSecond: rate("cpuMs"),
    postgresCpuMsPerSecond: rate("postgresMs"),
    gitProcessesPerSecond: rate("git"),
    seconds,
  };
}
