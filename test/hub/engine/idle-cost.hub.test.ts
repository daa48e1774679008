import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { FORGE_TIMES } from "../../../packages/engine/src/effects/upkeep/follow-forge.ts";
import { transact } from "../../../packages/engine/src/platform/transact.ts";
import { listOpenChanges } from "../../../packages/engine/src/store/forge/stored-changes.ts";
import { ORG } from "../../engine/open-engine.ts";
import { openReviewedShop, type ReviewedShop } from "./open-reviewed-shop.ts";

const CHANGES = inject("scale") >= 10 ? 1_000 : 20;
/** How much faster than the product's defaults this engine reads. */
const SPEED = 50;
const WINDOW_MS = 12_000;
const HOUR_MS = 3_600_000;

let shop: ReviewedShop;

beforeAll(async () => {
  const { lookMs, pollMs, scanMs, redeliverMs } = FORGE_TIMES;
  shop = await openReviewedShop({
    times: {
      lookMs: lookMs / SPEED,
      pollMs: pollMs / SPEED,
      scanMs: scanMs / SPEED,
      redeliverMs: redeliverMs / SPEED,
    },
  });
});

/** Fills the buckets of the rate limit, so that many pull requests are read at once, and counts those read. */
async function readChanges(): Promise<number> {
  const { database } = shop.engine;
  await database.owner.query("DELETE FROM countersign.forge_budgets");
  return await transact(database.pool, ORG, async (session) => {
    return (await listOpenChanges(session, shop.repo)).length;
  });
}

describe("open pull requests that do not change", { timeout: 900_000 }, () => {
  it("cost at most 150 counted requests an hour", async () => {
    const { hub, clone, repository } = shop;
    await clone.commit("Draft", { "draft.txt": "1\n" });
    const refs = Array.from({ length: CHANGES }, (_, index) => `HEAD:refs/heads/draft-${index}`);
    await clone.git("push", "--quiet", "origin", ...refs);
    for (const index of refs.keys())
      await hub.admin.openPull({
        ...{ repository, author: "ana", head: `draft-${index}`, isDraft: true },
      });
    await expect.poll(readChanges, { timeout: 600_000, interval: 500 }).toBe(CHANGES);
    await pause(2_000);

    const sinceMs = Date.now();
    await pause(WINDOW_MS);
    const requests = await hub.admin.readRequests({ sinceMs });
    const counted = requests.filter(({ isCounted }) => isCounted);
    const hours = (WINDOW_MS * SPEED) / HOUR_MS;
    expect(counted.length / hours).toBeLessThanOrEqual(150);
    expect(requests.filter(({ status }) => status === 304).length).toBeGreaterThan(5);
    expect(counted.some(({ operation }) => operation === "POST /graphql")).toBe(true);
  });
});
