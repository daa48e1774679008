import { expect, inject, it } from "vitest";
import { type KilledShop, openKilledShop } from "../crash/open-killed-shop.ts";
import { verifyWrites } from "../crash/verify-writes.ts";
import { createAttacker } from "./attack-deliveries.ts";
import { runScript } from "./run-script.ts";

const scale = inject("scale");
const COUNT = Math.round(10_000 * scale);
const ROUNDS = scale >= 10 ? 3 : 1;
const MAX_P99_MS = 50;

/** Numbers that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The names of the files on the target. */
async function readTarget({ clone }: KilledShop): Promise<string> {
  await clone.git("fetch", "--quiet", "origin", "main");
  return await clone.git("ls-tree", "-r", "FETCH_HEAD", "--format=%(objectname) %(path)");
}

it("ends as without attacks if webhooks are forged, lost, late, reordered and repeated", {
  timeout: 7_200_000,
}, async () => {
  const clean = await openKilledShop({});
  const expected = await (await runScript(clean, ROUNDS))();
  await clean.stop();

  const attacker = createAttacker(createRandom(21));
  const shop = await openKilledShop({ deliver: attacker.deliver });
  const { body: repository } = await shop.asApp("GET", `/repos/${shop.repository}`);
  const { webhookSecret: secret } = shop.appKeys;
  const [readEnds, { times, wrong }] = await Promise.all([
    runScript(shop, ROUNDS),
    attacker.flood({ secret }, repository as object, shop.sendWebhook, COUNT),
  ]);
  await attacker.settle();

  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  process.stdout.write(
    `${times.length} deliveries, p50 ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms\n`,
  );
  expect(wrong).toEqual([]);
  expect(await readEnds()).toEqual(expected);
  expect(await readTarget(shop)).toBe(await readTarget(clean));
  expect(await shop.holds()).toEqual([]);
  verifyWrites(await shop.hub.admin.readRequests({}));
  expect(p99).toBeLessThanOrEqual(MAX_P99_MS);
});
