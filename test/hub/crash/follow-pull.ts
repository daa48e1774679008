import { expect } from "vitest";
import { GATE, WAITING } from "../engine/open-reviewed-shop.ts";
import type { KilledShop } from "./open-killed-shop.ts";
import { listWrites, verifyWrites } from "./verify-writes.ts";

const WAIT = { timeout: 120_000, interval: 250 };

/** What happens to a pull request when the engine is killed. */
export type Moment = "open" | "redo" | "approve";
export type Kill = { when: Moment; at: string };

/** Takes pull requests from their first push to their merge, and kills the engine on the way. */
export function createFollower(shop: KilledShop) {
  const { hub, repository } = shop;
  const { admin } = hub;
  const heads: string[] = [];
  const checksOf = async (commit: string): Promise<string[]> => {
    const runs = await admin.readCheckRuns({ repository, commit });
    return runs.map(({ name, status, conclusion }) => `${name} ${conclusion ?? status}`);
  };

  /** Follows one pull request. If a kill is planned, the engine ends at that boundary and is started again. */
  async function follow(branch: string, killed: Kill | null): Promise<void> {
    const during = async (when: Moment, act: () => Promise<void>) => {
      if (killed?.when === when) await shop.killAt(killed.at, act);
      else await act();
    };
    let commit = await shop.pushBranch(branch, { [`${branch}.txt`]: "1\n" });
    let number = 0;
    await during("open", async () => {
      ({ number } = await admin.openPull({ repository, author: "ana", head: branch }));
    });
    const review = (event: "REQUEST_CHANGES" | "APPROVE") =>
      admin.reviewPull({ repository, number, by: "ben", event, commit });
    await expect.poll(() => checksOf(commit), WAIT).toEqual([WAITING]);
    const comments = async () => (await admin.readComments({ repository, number })).length;
    if (killed?.when === "redo") {
      await during("redo", async () => void (await review("REQUEST_CHANGES")));
      await expect.poll(() => checksOf(commit), WAIT).toEqual([`${GATE} failure`]);
      await expect.poll(comments, WAIT).toBe(1);
      commit = await shop.pushBranch(branch, { [`${branch}.txt`]: "2\n" });
      await expect.poll(() => checksOf(commit), WAIT).toEqual([WAITING]);
    }
    await during("approve", async () => void (await review("APPROVE")));
    await expect.poll(() => shop.statesOf(number), WAIT).toEqual(["done"]);

    heads.push(commit);
    expect(await checksOf(commit)).toEqual([`${GATE} success`]);
    expect(await comments()).toBe(killed?.when === "redo" ? 1 : 0);
    expect(await admin.readPull({ repository, number })).toMatchObject({ state: "closed" });
  }

  /** The second parents of the merges on the target, oldest first. */
  async function readMergedHeads(): Promise<string[]> {
    await shop.clone.git("fetch", "--quiet", "origin", "main");
    const log = ["log", "--first-parent", "--merges", "--reverse", "--format=%P", "FETCH_HEAD"];
    return (await shop.clone.git(...log)).split("\n").map((line) => line.split(" ")[1] ?? "");
  }

  return {
    follow,
    /** Asserts that every pull request was merged once, and that the writes kept to the rate limit. */
    async verifyEnd(): Promise<{ merged: number; writes: number }> {
      expect(await readMergedHeads()).toEqual(heads);
      expect(await shop.holds()).toEqual([]);
      const side = { repository, branch: "countersign/merge/main" };
      expect(await admin.readBranch(side)).toBeNull();
      expect(await admin.readDeviations()).toEqual([]);
      const requests = await admin.readRequests({});
      verifyWrites(requests);
      return { merged: heads.length, writes: listWrites(requests).length };
    },
  };
}
