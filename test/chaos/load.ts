import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@countersign/api";
import type { Recorder } from "./record-calls.ts";

/** Names of commands stand in what they write, so that the log can be searched for them. */
export const KEY = /chaos-[a-z]+-\d+-\d+/;

const NO_RETRY = 0.3;
const AGAIN = 0.1;

/** Set when the load ends. */
export type Stop = { isOver: boolean };

/** Clients that write to shared tasks until it is over; each says one thing after the other. */
export async function runLoad(
  { agent, person }: { agent: Client; person: Client },
  recorder: Recorder,
  { clients, tasks: shared }: { clients: number; tasks: number },
  stop: Stop,
): Promise<void> {
  const tasks = await Promise.all(
    Array.from({ length: shared }, async (_, index) => {
      const created = await recorder.call(`chaos-make-${index}-0`, "", (key) =>
        agent.createTask({ key, body: { title: key, repo: "shop" } }),
      );
      return created?.task ?? "";
    }),
  );
  const say = async (client: number, count: number) => {
    const task = tasks[Math.trunc(Math.random() * tasks.length)] ?? "";
    const plan = { retry: Math.random() >= NO_RETRY, again: Math.random() < AGAIN };
    if (count % 10 === 0)
      await recorder.call(
        `chaos-redo-${client}-${count}`,
        task,
        (key) => person.redo({ task, key, body: { round: null, tree: null, customFeedback: key } }),
        plan,
      );
    else
      await recorder.call(
        `chaos-event-${client}-${count}`,
        task,
        (key) => agent.reportEvent({ task, key, body: { trigger: "milestone", summary: key } }),
        plan,
      );
  };
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let count = 0; !stop.isOver; count += 1) await say(client, count);
    }),
  );
}

/** Takes one piece of work from its branch to the merge, as an agent and a person would. */
export async function carryThrough(
  { agent, person }: { agent: Client; person: Client },
  recorder: Recorder,
  { index, branch, stop }: { index: number; branch: string; stop: Stop },
): Promise<string> {
  const made = await recorder.call(`chaos-work-${index}-1`, "", (key) =>
    agent.createTask({ key, body: { title: key, repo: "shop" } }),
  );
  const task = made?.task ?? "";
  await recorder.call(`chaos-hand-${index}-1`, task, (key) =>
    agent.submit({ task, key, body: { from: { branch }, summary: key } }),
  );
  const isAsked = ({ state, turn }: Shown) => state === "reviewing" && turn.holder === "person";
  const shown = await untilShown(person, task, isAsked, stop);
  const { number: round = 0, content } = shown.round ?? {};
  const tree = content?.tree ?? "";
  await recorder.call(`chaos-approve-${index}-1`, task, (key) =>
    person.approve({ task, key, body: { round, tree } }),
  );
  await untilShown(person, task, ({ state }) => state === "done", stop);
  return task;
}

type Shown = Awaited<ReturnType<Client["showTask"]>>;

/** Asks until the task looks as wanted, and fails long after the load is over; failed calls are made again. */
export async function untilShown(
  client: Client,
  task: string,
  wanted: (task: Shown) => boolean,
  stop: Stop = { isOver: true },
): Promise<Shown> {
  const LOOK_MS = 200;
  const PATIENCE_MS = 180_000;
  let last: Shown | null = null;
  let end = Number.POSITIVE_INFINITY;
  while (performance.now() < end) {
    last = await client.showTask({ task }).catch(() => last);
    if (last !== null && wanted(last)) return last;
    if (stop.isOver) end = Math.min(end, performance.now() + PATIENCE_MS);
    await pause(LOOK_MS);
  }
  throw new Error(`${task} is still ${last?.state ?? "unknown"}`);
}
