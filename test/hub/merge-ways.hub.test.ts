import { userInfo } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPolicy } from "../engine/plain-policy.ts";
import { GATE, WAITING } from "./engine/open-reviewed-shop.ts";
import { type BuiltShop, openBuiltShop } from "./open-built-shop.ts";
import { requireGate } from "./require-gate.ts";

const WAIT = { timeout: 120_000, interval: 250 };
const PERSON = userInfo().username;
/** `built-life.hub.test.ts` merges by `host`. */
const WAYS = [
  { through: "push", rules: [] },
  { through: "queue", rules: [{ type: "merge_queue" }] },
];

describe.each(WAYS)("the built program that merges by $through", ({ through, rules }) => {
  let shop: BuiltShop;
  beforeAll(async () => {
    const plain = plainPolicy(PERSON);
    const policy = { ...plain, trust: { forgeReviews: "all" }, merge: { ...plain.merge, through } };
    shop = await openBuiltShop(policy, PERSON);
    await requireGate(shop, rules);
  });
  afterAll(async () => {
    await shop?.bench.close();
  });

  it("merges exactly the approved head of a pull request [R-250]", async () => {
    const { repository, hub, clone } = shop;
    const head = await shop.pushBranch("life", { "life.txt": "1\n" });
    const { number } = await hub.admin.openPull({ repository, author: "ana", head: "life" });
    const check = async (commit: string) => {
      const runs = await hub.admin.readCheckRuns({ repository, commit });
      return runs.map(({ name, status, conclusion }) => `${name} ${conclusion ?? status}`).join();
    };
    await expect.poll(() => check(head), WAIT).toBe(WAITING);
    await hub.admin.reviewPull({ repository, number, by: "ben", event: "APPROVE", commit: head });
    const isMerged = async () => {
      const { mergeCommit } = await hub.admin.readPull({ repository, number });
      return mergeCommit === (await hub.admin.readBranch({ repository, branch: "main" }));
    };
    await expect.poll(isMerged, WAIT).toBe(true);

    await clone.git("fetch", "--quiet", "origin", "main");
    expect(await clone.git("rev-parse", "FETCH_HEAD^2")).toBe(head);
    expect(await check(await clone.git("rev-parse", "FETCH_HEAD"))).toBe(`${GATE} success`);
    expect(await hub.admin.readDeviations()).toEqual([]);
  });
});
