import { afterQuietHours, routeNotification } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { readClock } from "../../platform/read-clock.ts";
import {
  lockRecipient,
  postponeFacts,
  type Recipient,
  readMessage,
  type StoredNotification,
  settleFacts,
} from "../../store/organisation/notifications.ts";
import { waitUntilDue } from "../timers/wake-task.ts";
import { holdFact, readHold } from "./alert-holds.ts";
import { composeNotification, type DescribedItem } from "./compose-notification.ts";
import { isStillWaiting } from "./is-still-waiting.ts";
import { dueMessageAt, enqueueDelivery, isUrgent, localMinute } from "./plan-notification.ts";

type DeliveryJob = Recipient & { message: string; dueMs: number; tries: number };

/** Milliseconds before each retry of a message: 5 s to 5 h, as Standard Webhooks suggests. */
const RETRY_MS = [5_000, 30_000, 300_000, 1_800_000, 7_200_000, 18_000_000];

/** Sends one message with the items that are still true. A failed delivery is retried later as a new job. */
export async function deliverNotification(scope: EngineScope, job: DeliveryJob): Promise<void> {
  const { notifier } = scope;
  if (notifier === undefined) return;
  await waitUntilDue(scope, job.dueMs);
  const facts = await loudFacts(scope, job);
  const announced = await stillTrue(scope, job.person, facts);
  const [kept, gone] = [
    facts.filter((_, i) => announced[i]),
    facts.filter((_, i) => !announced[i]),
  ];
  await settle(scope, job, gone, "overtaken");
  const said = announced.filter((item) => item !== null);
  if (said.length === 0) return;
  const nowMs = await scope.read(readClock);
  const message = composeNotification(job.message, job.person, said);
  const result = await notifier.send(job.channel, message, nowMs);
  if (result.ok) return await settle(scope, job, kept, "sent");
  const pauses = scope.notifyRetryMs ?? RETRY_MS;
  const pauseMs = result.retry ? pauses[job.tries - 1] : undefined;
  if (pauseMs !== undefined) return await tryAgain(scope, job, pauseMs);
  await settle(scope, job, kept, "failed");
  const { person, channel } = job;
  const fields = { org: scope.org, person, channel, reason: result.reason };
  scope.log({ level: "warn", event: "notification_failed", fields });
}

/** Returns the items to announce now. Items held back by quiet hours go into a later message. */
async function loudFacts(scope: EngineScope, job: DeliveryJob): Promise<StoredNotification[]> {
  return await scope.transact(async (session) => {
    await lockRecipient(session, job);
    const nowMs = await readClock(session);
    const facts = await readMessage(session, job.message);
    const loud: StoredNotification[] = [];
    for (const fact of facts) {
      const { notify } = await scope.policies.inForce(session, fact.repo);
      const { quietHours } = routeNotification(notify, job.person, isUrgent(fact));
      const dueMs = afterQuietHours(nowMs, quietHours, localMinute);
      if (dueMs <= nowMs) {
        loud.push(fact);
        continue;
      }
      const due = dueMessageAt(scope.org, job, dueMs);
      await postponeFacts(session, job.message, [fact.fact], due);
      await enqueueDelivery(scope, session, job, due, nowMs);
    }
    return loud;
  });
}

/** Returns the text of each item. Null for an item that is no longer true. */
async function stillTrue(
  scope: EngineScope,
  person: string,
  facts: readonly StoredNotification[],
): Promise<(DescribedItem | null)[]> {
  const all: (DescribedItem | null)[] = [];
  for (const fact of facts) all.push(await announce(scope, person, fact));
  return all;
}

async function announce(
  scope: EngineScope,
  person: string,
  { fact, why, repo, taskId, round }: StoredNotification,
): Promise<DescribedItem | null> {
  if (taskId === null) {
    const hold = await scope.read((session) => readHold(session, repo));
    const isSame = hold !== null && holdFact(repo, hold.at) === fact;
    return isSame ? { why, repo, task: null, detail: hold.detail } : null;
  }
  const task = await scope.store.load(scope.org, taskId);
  if (task === null || !isStillWaiting(task, person, { why, round })) return null;
  return { why, repo, task: { id: task.id, title: task.title, round }, detail: "" };
}

async function settle(
  { transact }: EngineScope,
  { message }: DeliveryJob,
  facts: readonly StoredNotification[],
  outcome: Parameters<typeof settleFacts>[3],
): Promise<void> {
  const names = facts.map(({ fact }) => fact);
  await transact((session) => settleFacts(session, message, names, outcome));
}

async function tryAgain(scope: EngineScope, job: DeliveryJob, pauseMs: number): Promise<void> {
  await scope.transact(async (session) => {
    const nowMs = await readClock(session);
    const due = { dueMs: nowMs + pauseMs, message: job.message };
    await enqueueDelivery(scope, session, job, due, nowMs, job.tries + 1);
  });
}
