import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { transact } from "../platform/transact.ts";
import { isSignedBy, Seal } from "../ports/seal-body.ts";
import { ana, approve, executeWith, testContext, waitForOwner } from "../testing/task-commands.ts";
import { testDatabase } from "../testing/test-database.ts";
import { merkleRoot } from "./merkle-root.ts";
import { requireCopy } from "./seal-once.ts";
import { isSealed } from "./seal-store.ts";
import { sealedOrg } from "./testing/sealed-org.ts";

const database = await testDatabase();
const { pool, owner } = database;

const sealed = (org: string, task: string, seq: number) =>
  transact(pool, org, (session) => isSealed(session, task, seq));

describe("a seal", () => {
  it("signs where the changed logs end, follows the seal before, and is copied outside", async () => {
    const { parts, file, add, seal, seals, store } = sealedOrg(database, "one");
    const key = await parts.signer.current();
    await waitForOwner(store, "one", "cs-a");
    await seal("cs-a");
    await add("cs-b");
    await seal("cs-b");

    const [first, second] = await seals();
    const log = await store.log("one", "cs-a");
    expect(first?.leaves).toEqual([
      { task: "cs-a", first: 1, seq: log.length, head: log.at(-1)?.hash },
    ]);
    expect(second?.leaves.map(({ task }) => task)).toEqual(["cs-b"]);
    expect(second?.seal.body).toMatchObject({ previous: first?.seal.hash, number: 2, leaves: 1 });
    for (const { seal: made, leaves } of await seals()) {
      expect(isSignedBy(made, createPublicKey(key.publicKey))).toBe(true);
      expect(made.body.root).toBe(merkleRoot(leaves));
    }
    const lines = (await readFile(file, "utf8")).trim().split("\n");
    expect(lines.map((line) => Seal.parse(JSON.parse(line)))).toEqual([first?.seal, second?.seal]);
  });

  it("is not made when nothing has changed", async () => {
    const { add, seal, seals } = sealedOrg(database, "idle");
    await add("cs-a");
    await seal("cs-a");

    expect(await seal("cs-a")).toMatchObject({ seal: null });
    expect(await seal()).toMatchObject({ seal: null });
    expect(await seals()).toHaveLength(1);
  });

  it("covers each entry once, also when a log has grown since", async () => {
    const { seal, seals, store } = sealedOrg(database, "grow");
    const { seq } = await waitForOwner(store, "grow", "cs-a");
    await seal("cs-a");
    const answer = await executeWith(
      store,
      "grow",
      "cs-a",
      "yes",
      approve("vrd_1"),
      testContext(ana),
    );
    expect(await sealed("grow", "cs-a", seq)).toBe(true);
    expect(await sealed("grow", "cs-a", answer.seq)).toBe(false);
    await seal("cs-a");

    const ranges = (await seals()).flatMap(({ leaves }) => leaves);
    expect(ranges).toMatchObject([
      { first: 1, seq },
      { first: seq + 1, seq: answer.seq },
    ]);
    expect(await sealed("grow", "cs-a", answer.seq)).toBe(true);
  });

  it("waits for what commits late, but not when a task is named", async () => {
    const { add, seal } = sealedOrg(database, "late");
    const late = await owner.connect();
    await late.query("BEGIN");
    await late.query("SELECT pg_current_xact_id()");
    try {
      await add("cs-a");
      expect(await seal()).toMatchObject({ seal: null, next: null });
      const named = await seal("cs-a");
      expect(named.seal?.body.leaves).toBe(1);
    } finally {
      await late.query("ROLLBACK");
      late.release();
    }
  });
});

describe("keepSealing", () => {
  it("seals what was there before it began, and everything after", async () => {
    const { parts, sealer, failed, add, seals } = sealedOrg(database, "loop");
    await add("cs-before");
    const running = sealer();
    running.start();
    await running.untilSealed("loop", "cs-before", 1);
    for (let index = 0; index < 20; index += 1) await add(`cs-${index}`);
    await running.untilSealed("loop", "cs-19", 1);
    await running.stop();
    await running.sealAll("loop");

    const covered = (await seals()).flatMap(({ leaves }) => leaves.map(({ task }) => task));
    expect(covered.toSorted()).toEqual(
      ["cs-before", ...Array.from({ length: 20 }, (_, index) => `cs-${index}`)].toSorted(),
    );
    expect(failed).toEqual([]);
    await expect(requireCopy(parts, "loop")).resolves.toBeUndefined();
  });

  it("has one winner among processes that seal at once, and no fork", async () => {
    const { parts, sealer, add, seals } = sealedOrg(database, "many");
    const sealers = Array.from({ length: 6 }, () => sealer(0));
    for (let round = 0; round < 5; round += 1) {
      const task = `cs-${round}`;
      await add(task);
      await Promise.all(sealers.map((one) => one.untilSealed("many", task, 1)));
    }

    const made = await seals();
    expect(made.flatMap(({ leaves }) => leaves)).toHaveLength(5);
    for (const [index, { number, seal: each }] of made.entries()) {
      expect(number).toBe(index + 1);
      expect(each.body.previous).toBe(made[index - 1]?.seal.hash ?? "0".repeat(64));
    }
    expect((await parts.copy.last("many"))?.hash).toBe(made.at(-1)?.seal.hash);
  });

  it("does not let a merge wait for the rest of its interval", async () => {
    const { sealer, add } = sealedOrg(database, "hurry");
    const slow = sealer(600_000, 50);
    slow.start();
    for (const task of ["cs-a", "cs-b", "cs-c"]) {
      await add(task);
      await slow.untilSealed("hurry", task, 1);
    }
    await slow.stop();
  });

  it("seals at most once in its interval, however many ask", async () => {
    const { sealer, add, seals } = sealedOrg(database, "pace");
    const slow = sealer(400);
    const begun = performance.now();
    for (let index = 0; index < 4; index += 1) {
      const task = `cs-${index}`;
      await add(task);
      await Promise.all([slow.untilSealed("pace", task, 1), slow.untilSealed("pace", task, 1)]);
    }
    const took = performance.now() - begun;

    expect((await seals()).length).toBeLessThanOrEqual(1 + Math.floor(took / 400));
    expect(took).toBeGreaterThanOrEqual(3 * 390);
  });
});
