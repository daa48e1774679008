import { createEnqueue } from "../../packages/engine/src/effects/enqueue.ts";
import { commandContext } from "../../packages/engine/src/execute/command-context.ts";
import { createTaskStore, type TaskStore } from "../../packages/engine/src/index.ts";
import { createPolicySource } from "../../packages/engine/src/policy/policy-source.ts";
import { createReadiness } from "../../packages/engine/src/review/reviewers/create-readiness.ts";
import {
  type BenchServer,
  type BenchUrls,
  benchPool,
} from "../../packages/engine/src/testing/bench-server.ts";
import {
  countMessages,
  type MessageCount,
} from "../../packages/engine/src/testing/count-messages.ts";
import { type BenchEngine, openBenchEngine } from "./open-bench-engine.ts";
import { recordTransactions, renameLife, sendBare, type Transaction } from "./recorded-life.ts";
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
const LIVES = 8;
const ROUNDS = 9;

export type CommandRatio = SideBySide & {
  atOnce: number;
  commandsPerLife: number;
  /** Statements per command on average, including begin and commit. */
  statementsPerCommand: number;
  /** Messages to the driver per command; several statements in one message count once. */
  messagesPerCommand: number;
  /** Waits for an answer per command; pipelined messages share one. */
  roundTripsPerCommand: number;
};

/** Compares our commands with the same statements sent directly. */
export async function measureCommandRatio(server: BenchServer): Promise<CommandRatio> {
  const urls = await server.database("commands");
  const bench = await openBenchEngine(urls, server.directory, {
    policy: policyWith("merge"),
    repositories: { [REPO]: 0 },
  });
  const { life, sent } = await recordLife(urls, bench);
  const { oursOf, bareOf } = slices(bench, life);
  const measured = await sideBySide(ROUNDS, oursOf, bareOf);
  await requireAllDone(bench);
  await bench.engine.stop();
  await bench.pool.end();
  const statements = life.reduce((sum, { length }) => sum + length, 0);
  const commands = createTaskLife(PATTERN).length;
  return {
    ...measured,
    atOnce: AT_ONCE,
    commandsPerLife: life.length,
    statementsPerCommand: roundFigure(statements / life.length),
    messagesPerCommand: roundFigure(sent.messages / commands),
    roundTripsPerCommand: roundFigure(sent.roundTrips / commands),
  };
}

const PATTERN = "cs-aaaaaaaa";

/** Records the statements of one task from its creation to its merge, and counts its messages. */
async function recordLife(
  urls: BenchUrls,
  bench: BenchEngine,
): Promise<{ life: Transaction[]; sent: MessageCount }> {
  const only = benchPool(urls.appUrl, 1);
  const store = createTaskStore(only, createEnqueue(bench.queue));
  const say = createLifeRunner(bench, store);
  await say(idOf("w", 0)); // loads the policy, which later tasks find cached
  const counter = countMessages();
  const life = await recordTransactions(only, () => counter.attribute(PATTERN, () => say(PATTERN)));
  counter.stop();
  await only.end();
  return { life, sent: counter.read().get(PATTERN) ?? { messages: 0, roundTrips: 0 } };
}

/**
 * Returns a function that executes all commands of a task through the store, with their context.
 */
export function createLifeRunner({ mirror }: Pick<BenchEngine, "mirror">, store: TaskStore) {
  const policies = createPolicySource(mirror);
  const deps = { policies, runners: {}, readiness: createReadiness({}) };
  return async (id: string) => {
    for (const [index, { command, actor }] of createTaskLife(id).entries()) {
      const context = commandContext(deps, actor, { repo: REPO });
      await store.execute({ org: ORG, task: id, key: `${id}:${index}`, command, ...context });
    }
  };
}

function slices(bench: BenchEngine, life: readonly Transaction[]) {
  const store = createTaskStore(bench.pool, createEnqueue(bench.queue));
  const say = createLifeRunner(bench, store);
  const ours = freshNames((number) => idOf("o", number));
  const bare = freshNames((number) => idOf("b", number));
  const count = LIVES * life.length;
  return {
    async oursOf() {
      const ids = ours(LIVES);
      return perSecond(count, () => eachAtOnce(ids, AT_ONCE, say));
    },
    async bareOf() {
      // Created before the measurement, so that the bare side only sends.
      const lives = bare(LIVES).map((id) => renameLife(life, PATTERN, id));
      return perSecond(count, () =>
        eachAtOnce(lives, AT_ONCE, async (transactions) => {
          for (const transaction of transactions) await sendBare(bench.pool, transaction);
        }),
      );
    },
  };
}

/** Returns an id as long as the recorded one, so that every row has the same size. */
function idOf(kind: string, number: number): string {
  return `cs-${kind}${String(number).padStart(PATTERN.length - 4, "0")}`;
}

/** Checks that both sides wrote the same rows; otherwise the comparison is meaningless. */
async function requireAllDone({ engine, signIn }: BenchEngine): Promise<void> {
  const { counts } = await engine.status(await signIn({ actor: "ana", role: "human" }));
  const others = Object.entries(counts).filter(([state, count]) => state !== "done" && count > 0);
  if (others.length > 0) throw new Error(`Not all tasks are done: ${JSON.stringify(counts)}`);
}
