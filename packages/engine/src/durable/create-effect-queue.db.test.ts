import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { JobHandler } from "../ports/effect-queue.ts";
import { createEffectQueue } from "./create-effect-queue.ts";
import { durableDatabase, effect, waitUntil } from "./testing/durable-database.ts";

const database = await durableDatabase();
const { as, owner, statusOf, workerUrl } = database;

const seen: (Parameters<JobHandler>[0] & { atMs: number })[] = [];
const failed: { id: string; error: unknown }[] = [];
const lines: string[] = [];
const queue = createEffectQueue({
  workerUrl,
  retries: { attempts: 3, firstPauseMs: 20 },
  onFailed: ({ id }, error) => {
    failed.push({ id, error });
  },
  log: (line) => lines.push(JSON.stringify(line)),
});

await queue.start(async (job) => {
  seen.push({ ...job, atMs: Date.now() });
  if (job.kind === "slow") await pause(500);
  if (job.kind === "chain")
    await as("ours", (client) => queue.enqueue(client, [effect(`${job.id}:next`)]));
  if (job.kind === "fail" || (job.kind === "fail_once" && timesSeen(job.id) === 1))
    throw new TypeError("the text of a secret file");
});
afterAll(() => queue.stop(1_000));

function timesSeen(id: string): number {
  return seen.filter((job) => job.id === id).length;
}

describe("enqueue", () => {
  it("hands a committed job to the handler, with its ids and the organisation of its id", async () => {
    const payload = { task: "cs-a", seq: 3, files: ["a", "b"], round: null, late: false };
    await as("ours", (client) =>
      queue.enqueue(client, [effect("ours:cs-a:3:0", { kind: "send", payload })]),
    );

    await waitUntil(() => timesSeen("ours:cs-a:3:0") === 1);

    expect(seen.at(-1)).toMatchObject({ id: "ours:cs-a:3:0", org: "ours", kind: "send", payload });
    await waitUntil(async () => (await statusOf("ours:cs-a:3:0")) === undefined);
  });

  it("leaves nothing when the caller's transaction is rolled back", async () => {
    const attempt = as("ours", async (client) => {
      await queue.enqueue(client, [effect("ours:gone:1"), effect("ours:gone:2", { delayMs: 1 })]);
      throw new Error("changed my mind");
    });
    await expect(attempt).rejects.toThrow("changed my mind");
    await as("ours", (client) => queue.enqueue(client, [effect("ours:after")]));

    await waitUntil(() => timesSeen("ours:after") === 1);

    expect(await statusOf("ours:gone:1")).toBeUndefined();
    expect(await statusOf("ours:gone:2")).toBeUndefined();
  });

  it("shows nothing to workers before the commit", async () => {
    await as("ours", async (client) => {
      await queue.enqueue(client, [effect("ours:slow")]);
      await pause(300);
      expect(timesSeen("ours:slow")).toBe(0);
    });

    await waitUntil(() => timesSeen("ours:slow") === 1);
  });

  it("takes the same id as the same job while it waits and while it runs", async () => {
    const twice = [effect("ours:twice", { delayMs: 300 }), effect("ours:twice", { delayMs: 300 })];
    await as("ours", (client) => queue.enqueue(client, twice));
    await as("ours", (client) => queue.enqueue(client, twice));
    await waitUntil(() => timesSeen("ours:twice") === 1);
    const slow = [effect("ours:slow-twice", { kind: "slow" })];
    await as("ours", (client) => queue.enqueue(client, slow));
    await waitUntil(() => timesSeen("ours:slow-twice") === 1);
    await as("ours", (client) => queue.enqueue(client, slow));
    await pause(1_000);

    expect(timesSeen("ours:twice")).toBe(1);
    expect(timesSeen("ours:slow-twice")).toBe(1);
  });

  it("takes the same id as the same job after it is done, if it is meant to run once", async () => {
    const once = [effect("ours:single", { once: true })];
    await as("ours", (client) => queue.enqueue(client, once));
    await waitUntil(() => timesSeen("ours:single") === 1);
    await waitUntil(async () => (await statusOf("ours:single")) === undefined);
    await as("ours", (client) => queue.enqueue(client, [...once, effect("ours:after-single")]));
    await waitUntil(() => timesSeen("ours:after-single") === 1);

    expect(await statusOf("ours:single")).toBeUndefined();
    expect(timesSeen("ours:single")).toBe(1);
  });

  it("adds all jobs of a command with one statement", async () => {
    const statements: string[] = [];
    await as("ours", async (client) => {
      const counting = new Proxy(client, {
        get: (target, name) =>
          name === "query"
            ? (text: string, values: unknown[]) => {
                statements.push(text);
                return target.query(text, values);
              }
            : Reflect.get(target, name),
      });
      await queue.enqueue(counting, [effect("ours:s1"), effect("ours:s2"), effect("ours:s3")]);
      await queue.enqueue(counting, []);
    });

    expect(statements).toHaveLength(1);
  });

  it("keeps a delay: never early, and late by little more than a second", async () => {
    const beginMs = Date.now();
    await as("ours", (client) =>
      queue.enqueue(
        client,
        [700, 1_500].map((delayMs) => effect(`ours:d${delayMs}`, { delayMs })),
      ),
    );

    await waitUntil(() => timesSeen("ours:d700") === 1 && timesSeen("ours:d1500") === 1);

    for (const delayMs of [700, 1_500]) {
      const late =
        (seen.find(({ id }) => id === `ours:d${delayMs}`)?.atMs ?? 0) - beginMs - delayMs;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(2_000);
    }
  });

  it("serves a handler too, whose command enqueues what comes next", async () => {
    await as("ours", (client) => queue.enqueue(client, [effect("ours:first", { kind: "chain" })]));

    await waitUntil(() => timesSeen("ours:first:next") === 1);
  });

  it.each([
    { what: "another organisation's id", job: effect("ours:x", { org: "theirs" }) },
    { what: "a merge without a partition", job: effect("ours:x", { queue: "merges" }) },
    { what: "an effect with a partition", job: effect("ours:x", { partition: "ours/shop" }) },
    {
      what: "a foreign partition",
      job: effect("ours:x", { queue: "merges", partition: "theirs/shop" }),
    },
    { what: "a delay that is no number", job: effect("ours:x", { delayMs: Number.NaN }) },
  ])("refuses $what before it writes anything", async ({ job }) => {
    const attempt = as("ours", (client) => queue.enqueue(client, [effect("ours:unsaid"), job]));

    await expect(attempt).rejects.toThrow("ours:x");
    expect(await statusOf("ours:unsaid")).toBeUndefined();
  });
});

describe("a handler that throws", () => {
  it("is called again, and the job is done when it succeeds", async () => {
    await as("ours", (client) =>
      queue.enqueue(client, [effect("ours:once", { kind: "fail_once" })]),
    );

    await waitUntil(() => timesSeen("ours:once") === 2);
    await waitUntil(async () => (await statusOf("ours:once")) === undefined);

    expect(failed.map(({ id }) => id)).not.toContain("ours:once");
  });

  it("is given up after its attempts, told with the error, and keeps nobody waiting", async () => {
    const jobs = [effect("ours:bad", { kind: "fail" }), effect("ours:good")];
    await as("ours", (client) => queue.enqueue(client, jobs));

    await waitUntil(async () => (await statusOf("ours:bad")) === "given_up");

    expect(timesSeen("ours:bad")).toBe(3);
    expect(timesSeen("ours:good")).toBe(1);
    expect(failed).toEqual([{ id: "ours:bad", error: new TypeError("the text of a secret file") }]);
  });

  it("stays given up when it is enqueued again", async () => {
    await as("ours", (client) =>
      queue.enqueue(client, [effect("ours:bad", { kind: "fail" }), effect("ours:later")]),
    );
    await waitUntil(() => timesSeen("ours:later") === 1);

    expect(timesSeen("ours:bad")).toBe(3);
  });

  it("leaves the name of its error in the database and in the log, not the text", async () => {
    const { rows } = await owner.query(
      "SELECT error AS text FROM countersign_durable.finished WHERE id = 'ours:bad'",
    );

    expect(rows[0].text).toContain("TypeError");
    expect(`${rows[0].text} ${lines.join(" ")}`).not.toContain("secret");
  });

  it("reports a job whose content it cannot read", async () => {
    await owner.query(
      `SELECT countersign_durable.add_jobs(
         '[{"id": "ours:odd", "queue": "effects", "delayMs": 0, "content": {"kind": "odd"}}]')`,
    );

    await waitUntil(() => failed.length === 2);

    expect(failed[1]?.id).toBe("ours:odd");
    expect(timesSeen("ours:odd")).toBe(0);
  });
});

describe("cancel", () => {
  it("drops what waits, of that organisation alone", async () => {
    const delayMs = 2_000; // a slow machine must have cancelled before
    await as("ours", (client) => queue.enqueue(client, [effect("ours:c1", { delayMs })]));
    await as("theirs", (client) => queue.enqueue(client, [effect("theirs:c1", { delayMs })]));

    await queue.cancel("ours", ["ours:c1", "theirs:c1", "ours:never-there"]);
    await waitUntil(() => timesSeen("theirs:c1") === 1);

    expect(await statusOf("ours:c1")).toBeUndefined();
    expect(timesSeen("ours:c1")).toBe(0);
  });
});
