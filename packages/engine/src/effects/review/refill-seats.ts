import { lostSeats, type Task, type WaitingSeat } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { readTaskWithContext } from "../../execute/read-task-with-context.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";

const MAX_TASKS = 1_000;

/**
 * Refills the seats of agents that cannot answer: their connection ended, or an older release assigned a seat to
 * an unreachable agent. A layer is planned again; for any other requirement the agent has no result.
 */
export async function refillSeats(scope: EngineScope): Promise<void> {
  for (const id of await tasksWithSeats(scope)) await refillTaskSeats(scope, id);
}

/** Refills the seats of one task. Does nothing while every agent it waits for can answer. */
export async function refillTaskSeats(scope: EngineScope, id: string): Promise<void> {
  const read = await readTaskWithContext(scope, id);
  if (read === null) return;
  const lost = lostSeats(read.task, read.context);
  if (lost.some(({ isLayer }) => isLayer)) {
    const key = ENGINE_KEYS.reseat(scope.org, id, read.task.seq);
    await executeAsEngine(scope, { task: id, key, command: { type: "reseat" } });
  }
  for (const seat of lost.filter(({ isLayer }) => !isLayer)) await giveUp(scope, read.task, seat);
}

async function giveUp(
  scope: EngineScope,
  { id, seq, repo, round }: Task,
  { requirement, actor }: WaitingSeat,
): Promise<void> {
  if (round === null) return;
  const reason = `${actor} is no longer connected as a reviewer of ${repo}.`;
  const key = ENGINE_KEYS.seatLost(scope.org, id, seq, requirement, actor);
  const { number, content } = round;
  const said = { number, tree: content.tree, requirement, reviewer: actor, reason, costUsd: 0 };
  const command = { type: "no_result", of: "round", cause: "failed", ...said } as const;
  await executeAsEngine(scope, { task: id, key, command });
}

/** Returns the tasks that wait for an agent. */
async function tasksWithSeats({ readAlong, org }: EngineScope): Promise<string[]> {
  const { rows } = await readAlong(({ client }) =>
    client.query<{ id: string }>({
      text: `SELECT task_id AS id FROM countersign.tasks
              WHERE org_id = $1 AND open_seats <> '{}' ORDER BY updated LIMIT ${MAX_TASKS}`,
      values: [org],
    }),
  );
  return rows.map(({ id }) => id);
}
