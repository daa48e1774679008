import { type Command, CountersignError, fold, type Task, transition } from "@countersign/core";
import { createTaskStore } from "@countersign/engine";
import { expect, it } from "vitest";
import { times } from "../../packages/core/src/testing/scale.ts";
import { person } from "../../packages/core/src/testing/scenario.ts";
import { chooseMove } from "../../packages/core/src/testing/walk/choose.ts";
import { type Dice, diceOf } from "../../packages/core/src/testing/walk/dice.ts";
import { hostileText, replayed } from "../../packages/core/src/testing/walk/walk.ts";
import { contextOf, newWorld, type World } from "../../packages/core/src/testing/walk/world.ts";
import { executeWith } from "../../packages/engine/src/testing/task-commands.ts";
import { testDatabase } from "../../packages/engine/src/testing/test-database.ts";

const { pool } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);

const WALKS = times(40, 20);
const STEPS = 50;
const LANES = 8;
const TASK = "cs-walk";

/** What a command did in memory, and the same through the database. */
type Both = { inMemory: string; stored: string };

it("stores what the core decides: after random walks the projection is the fold of the log [R-150]", async () => {
  const seen = { accepted: 0, refused: 0, phases: new Set<string>() };
  const lane = async (first: number): Promise<void> => {
    for (let number = first; number < WALKS; number += LANES) await walk(`walk-${number}`, seen);
  };

  await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index)));

  expect(seen.accepted).toBeGreaterThan(WALKS * 25);
  expect(seen.refused).toBeGreaterThan(WALKS * 2.5);
  expect([...seen.phases].sort()).toEqual(
    ["approved", "done", "held", "in_progress", "merging", "open", "rejected", "reviewing"].concat(
      "rework",
    ),
  );
});

async function walk(
  org: string,
  seen: { accepted: number; refused: number; phases: Set<string> },
): Promise<void> {
  const start = Number(org.slice("walk-".length)) * 7_919;
  const world = newWorld(diceOf(start), hostileText);
  const context = contextOf(world, person("ana"));
  await executeWith(store, org, TASK, "create", creationOf(world), context);
  for (let step = 0; step < STEPS; step += 1) {
    const { inMemory, stored } = await take(org, world, diceOf(start + step), `step-${step}`);
    expect(stored).toBe(inMemory);
    seen[inMemory === world.task.phase.is ? "accepted" : "refused"] += 1;
    seen.phases.add(world.task.phase.is);
  }
  await compare(org, world);
}

/** Takes one step in memory and in the store; the world goes on with what memory says. */
async function take(org: string, world: World, dice: Dice, key: string): Promise<Both> {
  const { command, actor } = chooseMove(world, dice);
  const context = contextOf(world, actor);
  const stored = await outcome(async () => {
    const answer = await executeWith(store, org, TASK, key, command, context);
    return answer.state;
  });
  const inMemory = await outcome(async () => {
    const step = transition(world.task, command, context);
    world.task = step.task;
    world.log.push(...step.log);
    return step.task.phase.is;
  });
  return { inMemory, stored };
}

async function outcome(run: () => Promise<string>): Promise<string> {
  return run().catch((error) => {
    if (error instanceof CountersignError) return `refused: ${error.code}`;
    throw error;
  });
}

async function compare(org: string, world: World): Promise<void> {
  const task: Task | null = await store.load(org, TASK);
  const log = await store.log(org, TASK);
  expect(task).toEqual(JSON.parse(JSON.stringify(world.task)));
  expect(fold(log)).toEqual(task);
  expect(log.map(({ prevHash: _, hash: __, ...entry }) => entry)).toEqual(
    JSON.parse(JSON.stringify(world.log)),
  );
  expect(await store.verify(org, TASK)).toBeNull();
  replayed({ world: { ...world, task: fold(log), log }, path: [], ended: false });
}

function creationOf({ log }: World): Command {
  const event = log[0]?.event;
  if (event?.type !== "created") throw new Error("a log begins with `created`");
  const { type: _, labels, ...fields } = event;
  return { ...fields, type: "create", labels: [...labels] };
}
