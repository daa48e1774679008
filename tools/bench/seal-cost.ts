import { createEnqueue } from "../../packages/engine/src/effects/enqueue.ts";
import { createTaskStore } from "../../packages/engine/src/index.ts";
import { SEAL_EVERY_MS, sealLoop } from "../../packages/engine/src/seal/seal-loop.ts";
import type { BenchServer } from "../../packages/engine/src/testing/bench-server.ts";
import { createLifeRunner } from "./command-ratio.ts";
import { type BenchEngine, openBenchEngine } from "./open-bench-engine.ts";
import {
  eachAtOnce,
  freshNames,
  perSecond,
  roundFigure,
  type SideBySide,
  sideBySide,
} from "./side-by-side.ts";
import { createTaskLife, ORG, policyWith, REPO } from "./task-life.ts";

const AT_ONCE = 8;
const LIVES = 48;
const ROUNDS = 7;

export type SealCost = SideBySide & {
  /** The share of the commands per second that sealing costs. */
  cost: number;
};

/** Compares the command rate with and without sealing. */
export async function measureSealCost(server: BenchServer): Promise<SealCost> {
  const bench = await openBenchEngine(await server.database("seals"), server.directory, {
    policy: policyWith("merge"),
    repositories: { [REPO]: 0 },
  });
  const commands = commandsOf(bench);
  const measured = await sideBySide(ROUNDS, sealed(bench, commands), commands);
  await bench.engine.stop();
  await bench.pool.end();
  return { ...measured, cost: roundFigure(1 - measured.ratio) };
}

function commandsOf(bench: BenchEngine): () => Promise<number> {
  const say = createLifeRunner(bench, createTaskStore(bench.pool, createEnqueue(bench.queue)));
  const names = freshNames((number) => `cs-s${number}`);
  return async () => {
    const ids = names(LIVES);
    return perSecond(LIVES * createTaskLife("cs-s").length, () => eachAtOnce(ids, AT_ONCE, say));
  };
}

/** Seals the entries of the previous slice before the measurement, then seals like the engine. */
function sealed({ pool, seals }: BenchEngine, commands: () => Promise<number>) {
  return async () => {
    const failures: unknown[] = [];
    const sealer = sealLoop({
      everyMs: SEAL_EVERY_MS,
      ...seals,
      pool,
      orgs: [ORG],
      onFailed: (_org, error) => failures.push(error),
    });
    await sealer.sealAll(ORG);
    sealer.start();
    const rate = await commands();
    await sealer.stop();
    if (failures.length > 0) throw new Error(`Sealing failed: ${String(failures[0])}`);
    return rate;
  };
}
