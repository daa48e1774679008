import { CountersignError } from "@countersign/core";
import { requireMay } from "../access/may.ts";
import type { Principal } from "../access/principal.ts";
import { dropSnooze, saveSnooze } from "../store/snoozes.ts";
import { transact } from "../store/transact.ts";
import type { Parts } from "./parts.ts";
import { readClock } from "./surroundings.ts";

/** Whether a task is put off for whoever asks, and until when; null: until it changes. */
export type PutOff = { task: string; putOff: boolean; untilMs: number | null };

/** Takes a task out of one person's inbox for a while. The task itself, and everybody else, know nothing of it. */
export async function putOff(
  { pool, store }: Pick<Parts, "pool" | "store">,
  by: Principal,
  taskId: string,
  untilMs: number | null,
): Promise<PutOff> {
  requireMay(by, "put_off", taskId);
  const task = await store.load(by.org, taskId);
  if (task === null) throw new CountersignError("not_found", `There is no task ${taskId}`);
  await transact(pool, by.org, async (session) => {
    if (untilMs !== null && untilMs <= (await readClock(session)))
      throw new CountersignError("invalid_input", "That time is over already");
    const snooze = { person: by.actor.id, taskId, seq: task.seq, untilMs };
    await saveSnooze(session, by.org, snooze);
  });
  return { task: taskId, putOff: true, untilMs };
}

/** Puts a task back into the person's inbox. */
export async function takeUp(
  { pool, store }: Pick<Parts, "pool" | "store">,
  by: Principal,
  taskId: string,
): Promise<PutOff> {
  requireMay(by, "put_off", taskId);
  if ((await store.load(by.org, taskId)) === null)
    throw new CountersignError("not_found", `There is no task ${taskId}`);
  await transact(pool, by.org, (session) => dropSnooze(session, by.org, by.actor.id, taskId));
  return { task: taskId, putOff: false, untilMs: null };
}
