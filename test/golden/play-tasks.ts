import {
  type Command,
  CountersignError,
  createTask,
  type LogEntry,
  type Policy,
  type Task,
  transition,
} from "../../packages/core/src/index.ts";
import { person } from "../../packages/core/src/testing/scenario.ts";
import { chooseMove } from "../../packages/core/src/testing/walk/choose.ts";
import { diceOf } from "../../packages/core/src/testing/walk/dice.ts";
import { plainText } from "../../packages/core/src/testing/walk/walk.ts";
import { contextOf, newWorld, type World } from "../../packages/core/src/testing/walk/world.ts";

export type Played = {
  name: string;
  task: Task;
  log: readonly LogEntry[];
  policies: readonly Policy[];
  /** What happened in it that is worth keeping: commands by the state in which they were honoured. */
  seen: ReadonlySet<string>;
};

const STEPS = 16;
const CANDIDATES = 600;
const TASKS = 24;

/** Tasks that together show every command in as many states as so few can. */
export function playTasks(): Played[] {
  const candidates = Array.from({ length: CANDIDATES }, (_, index) => play(index));
  const kept: Played[] = [];
  const seen = new Set<string>();
  const gain = (played: Played) => [...played.seen].filter((what) => !seen.has(what)).length;
  while (kept.length < TASKS) {
    const best = candidates.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const what of best.seen) seen.add(what);
    kept.push(best);
    candidates.splice(candidates.indexOf(best), 1);
  }
  return kept;
}

function play(index: number): Played {
  const name = `cs-${String(index).padStart(3, "0")}`;
  const world = newWorld(diceOf(index * 7_919), plainText);
  const opened = createTask({ ...creationOf(world), id: name }, contextOf(world, person("ana")));
  world.task = opened.task;
  world.log = [...opened.log];
  const seen = new Set(["create"]);
  for (let step = 0; step < STEPS; step += 1) {
    const before = world.task.phase.is;
    const done = take(world, index * 7_919 + step);
    if (done !== null) seen.add(`${done} in ${before}`).add(done).add(world.task.phase.is);
  }
  return { name, task: world.task, log: world.log, policies: world.policies, seen };
}

/** The command that was honoured, or null. */
function take(world: World, number: number): Command["type"] | null {
  const { command, actor } = chooseMove(world, diceOf(number));
  try {
    const step = transition(world.task, command, contextOf(world, actor));
    world.task = step.task;
    world.log.push(...step.log);
    return command.type;
  } catch (error) {
    if (error instanceof CountersignError) return null;
    throw error;
  }
}

function creationOf({ log }: World): Extract<Command, { type: "create" }> {
  const event = log[0]?.event;
  if (event?.type !== "created") throw new Error("a log begins with `created`");
  const { type: _, labels, ...fields } = event;
  return { ...fields, type: "create", labels: [...labels] };
}
