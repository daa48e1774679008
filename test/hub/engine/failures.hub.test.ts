import { beforeAll, describe, expect, inject, it } from "vitest";
import { GATE, openReviewedShop, type ReviewedShop, WAITING } from "./open-reviewed-shop.ts";

const WAIT = { timeout: 120_000, interval: 250 };
const CREATE_CHECK = "POST /repos/{owner}/{repo}/check-runs";
const CREATE_COMMENT = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
const MERGE = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";
/** Each fault meets one pull request. */
const FAULTS = [
  "secondary_limit",
  "too_many_requests",
  "bad_gateway",
  "hang",
  "cut",
  "act_then_cut",
] as const;
/** Where time is short, two of the faults meet a merge, and none a comment: the adapter's own tests cover those. */
const isShort = inject("scale") < 1;
const MERGE_FAULTS = isShort
  ? (["false_merge", "bad_gateway"] as const)
  : (["false_merge", ...FAULTS] as const);

let shop: ReviewedShop;
let opened: { number: number; commit: string }[];

beforeAll(async () => {
  shop = await openReviewedShop({ timeoutMs: 3_000 });
});

describe("a forge that fails", { timeout: 400_000 }, () => {
  it("gets one check per head, whatever happens to the first request", async () => {
    const { hub, checkOf } = shop;
    for (const kind of FAULTS)
      await hub.admin.addFault({ operation: CREATE_CHECK, kind, times: 1 });
    opened = [];
    for (const kind of FAULTS) opened.push(await shop.openChange(kind.replaceAll("_", "-")));
    for (const { commit } of opened) await expect.poll(() => checkOf(commit), WAIT).toBe(WAITING);
    const requests = await hub.admin.readRequests({});
    const failed = requests.filter(({ operation, status }) => {
      return operation === CREATE_CHECK && [403, 429, 502].includes(status);
    });
    expect(failed).toHaveLength(3);
  });

  it.skipIf(isShort)(
    "gets one comment per pull request, whatever happens to the first request",
    async () => {
      const { hub, repository } = shop;
      const commented = [];
      for (const kind of FAULTS) commented.push(await shop.openChange(`comment-${kind}`));
      for (const { commit } of commented)
        await expect.poll(() => shop.checkOf(commit), WAIT).toBe(WAITING);
      for (const kind of FAULTS)
        await hub.admin.addFault({ operation: CREATE_COMMENT, kind, times: 1 });
      for (const { number, commit } of commented) {
        const redo = { repository, number, commit, by: "ben", event: "REQUEST_CHANGES" } as const;
        await hub.admin.reviewPull(redo);
      }
      for (const { number, commit } of commented) {
        await expect.poll(() => shop.checkOf(commit), WAIT).toBe(`${GATE} failure`);
        await expect
          .poll(() => hub.admin.readComments({ repository, number }), WAIT)
          .toHaveLength(1);
      }
      await expect.poll(() => hub.admin.readFaults(), WAIT).toEqual([]);
    },
  );

  it("merges once if it says falsely that it merged, or fails", async () => {
    const { hub, engine, phaseOf, repo } = shop;
    const merged = [...opened, await shop.openChange("seventh")].slice(0, MERGE_FAULTS.length);
    for (const [index, { number, commit }] of merged.entries()) {
      await expect.poll(() => shop.checkOf(commit), WAIT).toBe(WAITING);
      const kind = MERGE_FAULTS[index] ?? "false_merge";
      await hub.admin.addFault({ operation: MERGE, kind, times: 1 });
      await shop.approve(number, commit);
      await expect.poll(() => phaseOf(number), WAIT).toBe("done");
    }
    expect(await hub.admin.readFaults()).toEqual([]);

    const [found] = (await engine.engine.repositories(engine.ana)).filter(({ id }) => id === repo);
    expect(found?.hold ?? null).toBeNull();
    await shop.clone.git("fetch", "--quiet", "origin", "main");
    const parents = await shop.clone.git("log", "--merges", "--format=%P", "FETCH_HEAD");
    const heads = parents.split("\n").map((line) => line.split(" ")[1]);
    expect(heads.toSorted()).toEqual(merged.map(({ commit }) => commit).toSorted());
    expect(await hub.admin.readDeviations()).toEqual([]);
  });
});
