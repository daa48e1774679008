import { lostSeats, type Task, type WaitingSeat } from "@countersign/core";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { transact } from "../../platform/transact.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import { readTask } from "../content/read-task.ts";

const MAX_TASKS = 1_000;

/**
 * Refills the seats of agents that cannot answer: their connection ended, or an older release assigned a seat to
 * an unreachable agent. A layer is planned again; for any other requirement the agent has no result.
 */
export async function refillSeats(parts: EngineDeps, org: string): Promise<void> {
  for (const id of await tasksWithSeats(parts, org)) await refillTaskSeats(parts, org, id);
}

/** Refills the seats of one task. Does nothing while every agent it waits for can answer. */
export async function refillTaskSeats(parts: EngineDeps, org: string, id: string): Promise<void> {
  const read = await readTask(parts, org, id);
  if (read === null) return;
  const lost = lostSeats(read.task, read.context);
  if (lost.some(({ isLayer }) => isLayer)) {
    const key = ENGINE_KEYS.reseat(org, id, read.task.seq);
    await executeAsEngine(parts, { org, task: id, key, command: { type: "reseat" } });
  }
  for (const seat of lost.filter(({ isLayer }) => !isLayer))
    await giveUp(parts, org, read.task, seat);
}

async function giveUp(
  parts: EngineDeps,
  org: string,
  { id, seq, repo, round }: Task,
  { requirement, actor }: WaitingSeat,
): Promise<void> {
  if (round === null) return;
  const reason = `${actor} is no longer connected as a reviewer of ${repo}.`;
  const key = ENGINE_KEYS.seatLost(org, id, seq, requirement, actor);
  const { number, content } = round;
  const said = { number, tree: content.tree, requirement, reviewer: actor, reason, costUsd: 0 };
  const command = { type: "no_result", of: "round", cause: "failed", ...said } as const;
  await executeAsEngine(parts, { org, task: id, key, command });
}

/** Returns the tasks that wait for an agent. */
async function tasksWithSeats({ pool }: EngineDeps, org: string): Promise<string[]> {
  const { rows } = await transact(pool, org, ({ client }) =>
    client.query<{ id: string }>({
      name: "tasks_with_seats",
      text: `SELECT task_id AS id FROM countersign.tasks
              WHERE org_id = $1 AND open_seats <> '{}' ORDER BY updated LIMIT ${MAX_TASKS}`,
      values: [org],
    }),
  );
  return rows.map(({ id }) => id);
}
