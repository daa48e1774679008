import { describe, expect, it } from "vitest";
import { transact } from "../../platform/transact.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { listPauses, pauseRequests, reserveRequest } from "./request-budget.ts";

const { pool, owner } = await testDatabase();
const WRITE = { writes: 1, points: 5 };
const READ = { writes: 0, points: 1 };
const at = (installation: number) => ({ host: "github.com", installation });

function reserve(installation: number, cost = WRITE, org = "budget"): Promise<number> {
  return transact(pool, org, (session) => reserveRequest(session, at(installation), cost));
}

/** Sends writes until one must wait. */
async function useUp(installation: number): Promise<void> {
  const waits: number[] = [];
  while (waits.length < 80 && (waits.at(-1) ?? 0) === 0) waits.push(await reserve(installation));
  expect(waits.at(-1)).toBeGreaterThan(0);
}

function pause(installation: number, forMs: number): Promise<void> {
  return transact(pool, "budget", (session) => pauseRequests(session, at(installation), forMs));
}

describe("reserveRequest", () => {
  it("allows no more than the bucket holds to requests that come at once", async () => {
    const startMs = Date.now();
    const waits = await Promise.all(Array.from({ length: 60 }, () => reserve(1)));
    const regained = Math.ceil((Date.now() - startMs) / 1_250);

    const allowed = waits.filter((waitMs) => waitMs === 0).length;
    expect(allowed).toBeGreaterThanOrEqual(14);
    expect(allowed).toBeLessThanOrEqual(14 + regained);
    for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(1_250);
  });

  it("counts each installation and each organisation separately", async () => {
    await useUp(2);

    expect(await reserve(3)).toBe(0);
    expect(await reserve(2, WRITE, "another")).toBe(0);
  });

  it("still lets reads pass when the writes of the minute are used up", async () => {
    await useUp(4);
    expect(await reserve(4, READ)).toBe(0);
  });

  it("takes nothing in a transaction that is rolled back", async () => {
    for (let tried = 0; tried < 30; tried += 1)
      await transact(pool, "budget", async (session) => {
        await reserveRequest(session, at(5), WRITE);
        throw new Error("the effect failed");
      }).catch(() => undefined);
    expect(await reserve(5)).toBe(0);
  });

  it("limits the writes of an hour, however they are spread over its minutes", async () => {
    let sent = 0;
    for (; sent < 200; sent += 1) {
      if ((await reserve(6)) > 0) break;
      await owner.query(
        `UPDATE countersign.forge_budgets SET minute_writes = to_timestamp(0), points = to_timestamp(0)
          WHERE installation = 6`,
      );
    }
    expect(sent).toBeGreaterThanOrEqual(90);
    expect(sent).toBeLessThan(100);
  });
});

describe("pauseRequests", () => {
  it("stops every request of the installation for the time that the forge asked for", async () => {
    await pause(7, 60_000);
    const waitMs = await reserve(7, READ);
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await reserve(8, READ)).toBe(0);
  });

  it("is not shortened by a later, shorter pause, and is an hour at most", async () => {
    await pause(9, 60_000);
    await pause(9, 1_000);
    expect(await reserve(9, READ)).toBeGreaterThan(50_000);
    await pause(10, 1e15);
    expect(await reserve(10, READ)).toBeLessThanOrEqual(3_600_000);
  });

  it("ends by itself and is listed until then", async () => {
    const listed = () => transact(pool, "listed", listPauses);
    await transact(pool, "listed", (session) => pauseRequests(session, at(11), 60_000));
    expect(await listed()).toMatchObject([{ host: "github.com", installation: 11 }]);
    await owner.query(
      "UPDATE countersign.forge_budgets SET paused_until = now() WHERE org_id = 'listed'",
    );
    expect(await listed()).toEqual([]);
    expect(await reserve(11, READ, "listed")).toBe(0);
  });
});
