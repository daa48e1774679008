import { loadPolicy, type Policy } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { transact } from "../../platform/transact.ts";
import type { Job } from "../../ports/effect-queue.ts";
import { notifications } from "../../store/schema/notification-schema.ts";
import { orgTransactions } from "../../testing/org-transactions.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { type PlannedNotification, planNotification } from "./plan-notification.ts";

const { pool } = await testDatabase();
const HOUR_MS = 3_600_000;

function policyWith(notify: object): Policy {
  const loaded = loadPolicy({ notify });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.policy;
}

/** Plans news for ana in an organisation of its own, and answers with the jobs and rows of it. */
async function plan(org: string, policy: Policy, ...news: readonly PlannedNotification[]) {
  const jobs: Job[] = [];
  const queue = {
    enqueue: async (_client: unknown, added: readonly Job[]) => void jobs.push(...added),
  };
  for (const one of news)
    await planNotification({ queue, ...orgTransactions(pool, org) }, policy, "ana", one);
  const rows = await transact(pool, org, ({ db }) => db.select().from(notifications));
  return { jobs, rows };
}

function turn(task: string, more: Partial<PlannedNotification> = {}): PlannedNotification {
  const fact = `${task}:1:your_turn`;
  return { fact, why: "your_turn", repo: "shop", taskId: task, round: 1, now: false, ...more };
}

const WEBHOOK = { yourTurn: ["webhook:team"], escalate: ["webhook:team", "desktop"] };

describe("turns", () => {
  it("of a while are one message, sent when the while is over", async () => {
    const policy = policyWith({ ...WEBHOOK, group: "1h" });
    const { jobs, rows } = await plan("grouped", policy, turn("cs-a"), turn("cs-b"), turn("cs-c"));

    expect(jobs).toHaveLength(1);
    expect(jobs[0]?.delayMs).toBeGreaterThan(HOUR_MS - 60_000);
    expect(rows.map(({ taskId }) => taskId)).toEqual(["cs-a", "cs-b", "cs-c"]);
    expect(new Set(rows.map(({ message }) => message)).size).toBe(1);
  });

  it("of one task and round are announced once", async () => {
    const { jobs, rows } = await plan("once", policyWith(WEBHOOK), turn("cs-a"), turn("cs-a"));

    expect([jobs.length, rows.length]).toEqual([1, 1]);
  });

  it("that are wanted at once join no message", async () => {
    const policy = policyWith({ ...WEBHOOK, group: "1h" });
    const { jobs } = await plan("at-once", policy, turn("cs-a"), turn("cs-b", { now: true }));

    expect(jobs.map(({ delayMs = 0 }) => delayMs > 60_000)).toEqual([true, false]);
  });

  it("wait for the end of quiet hours, escalations do not", async () => {
    const now = new Date();
    const at = (hours: number) =>
      `${String((now.getHours() + hours + 24) % 24).padStart(2, "0")}:00`;
    const policy = policyWith({ ...WEBHOOK, group: "1s", quietHours: { from: at(-1), to: at(3) } });
    const urgent: PlannedNotification = {
      ...turn("cs-b"),
      fact: "cs-b:1:escalated",
      why: "escalated",
      now: true,
    };
    const { jobs } = await plan("quiet", policy, turn("cs-a"), urgent);

    expect(jobs.map(({ payload, delayMs = 0 }) => [payload.channel, delayMs > HOUR_MS])).toEqual([
      ["webhook:team", true],
      ["webhook:team", false],
      ["desktop", false],
    ]);
  });

  it("of a person whose route is the board alone need no message", async () => {
    const { jobs, rows } = await plan("board", policyWith({}), turn("cs-a"));

    expect([jobs, rows]).toEqual([[], []]);
  });
});
