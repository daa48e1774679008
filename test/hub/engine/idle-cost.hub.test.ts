import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { FORGE_TIMES } from "../../../packages/engine/src/effects/upkeep/due-forge-reads.ts";
import { transact } from "../../../packages/engine/src/platform/transact.ts";
import { listOpenChanges } from "../../../packages/engine/src/store/forge/stored-changes.ts";
import { ORG } from "../../engine/open-engine.ts";
import { withoutRateLimit } from "../without-rate-limit.ts";
import { openReviewedShop, type ReviewedShop, WAITING } from "./open-reviewed-shop.ts";

/** Drafts, and a few pull requests that wait for a person. */
const DRAFTS = inject("scale") >= 10 ? 990 : 20;
const REVIEWED = inject("scale") >= 10 ? 10 : 2;
/** How much faster than the product's defaults this engine reads. */
const SPEED = 10;
const WINDOW_MS = 60_000;
const HOUR_MS = 3_600_000;
const WAIT = { timeout: 600_000, interval: 500 };

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

/** Opens all pull requests, and waits until the engine has read each and shown the check of those under review. */
async function openAll(): Promise<void> {
  const { hub, clone, repository, repo, engine } = shop;
  const { pool } = engine.database;
  const reviewed = [];
  for (let index = 0; index < REVIEWED; index += 1)
    reviewed.push(await shop.openChange(`reviewed-${index}`));
  await clone.commit("Draft", { "draft.txt": "1\n" });
  const refs = Array.from({ length: DRAFTS }, (_, index) => `HEAD:refs/heads/draft-${index}`);
  await clone.git("push", "--quiet", "origin", ...refs);
  for (const index of refs.keys())
    await hub.admin.openPull({
      ...{ repository, author: "ana", head: `draft-${index}`, isDraft: true },
    });
  const countRead = async () =>
    (await transact(pool, ORG, (session) => listOpenChanges(session, repo))).length;
  await expect.poll(countRead, WAIT).toBe(DRAFTS + REVIEWED);
  for (const { commit } of reviewed)
    await expect.poll(() => shop.checkOf(commit), WAIT).toBe(WAITING);
}

/** Number of pull requests that will be read. After they were opened, the engine reads them again a few times. */
async function countReads(): Promise<number> {
  const reads = "SELECT FROM countersign_queue.jobs WHERE key LIKE '%:sync:%'";
  return (await shop.engine.database.owner.query(reads)).rowCount ?? 0;
}

describe("open pull requests that do not change", { timeout: 900_000 }, () => {
  it("cost at most 150 counted requests an hour", async () => {
    const { hub, engine } = shop;
    await withoutRateLimit(engine.database.owner, async () => {
      await openAll();
      await expect.poll(countReads, WAIT).toBe(0);
    });

    const sinceMs = Date.now();
    await pause(WINDOW_MS);
    const requests = await hub.admin.readRequests({ sinceMs });
    const counted = requests.filter(({ isCounted }) => isCounted);
    const hours = (WINDOW_MS * SPEED) / HOUR_MS;
    const perHour = counted.length / hours;
    const operations = Map.groupBy(counted, ({ operation }) => operation);
    const tally = [...operations].map(([operation, all]) => `${all.length} ${operation}`);
    process.stdout.write(
      `${DRAFTS + REVIEWED} idle pull requests: ${perHour.toFixed(0)} counted requests an hour (${tally.join(", ")})\n`,
    );
    expect(perHour).toBeLessThanOrEqual(150);
    expect(requests.filter(({ status }) => status === 304).length).toBeGreaterThan(5);
    expect(counted.some(({ operation }) => operation === "POST /graphql")).toBe(true);
  });
});
