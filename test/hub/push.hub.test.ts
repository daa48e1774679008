import { beforeAll, describe, expect, it } from "vitest";
import { GATE } from "./engine/open-reviewed-shop.ts";
import { type Life, openLife, WAIT } from "./open-life.ts";

const SIDE = "countersign/merge/main";
let life: Life;

beforeAll(async () => {
  life = await openLife({ merge: { through: "push" } });
});

const readBranch = (branch: string) =>
  life.shop.hub.admin.readBranch({ repository: life.shop.repository, branch });

describe("a pull request on GitHub that countersign merges by push", () => {
  it("is merged on GitHub by our own commit, whose check the rules of the target require", async () => {
    const { number, commit } = await life.shop.openChange("pushed");
    await expect.poll(() => life.checkOf(commit), WAIT).toBe(`${GATE} in_progress`);
    await life.approve(number, commit);
    await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");

    const tip = await life.mainTip();
    const { repository, hub } = life.shop;
    expect(await life.checkOf(tip ?? "")).toBe(`${GATE} success`);
    expect(await hub.admin.readPull({ repository, number })).toMatchObject({
      state: "closed",
      mergeCommit: tip,
    });
    expect([await readBranch(SIDE), await life.holdOf()]).toEqual([null, null]);
  });

  it("is merged onto the one that was approved with it", async () => {
    const changes = [await life.shop.openChange("one"), await life.shop.openChange("two")];
    for (const { commit } of changes)
      await expect.poll(() => life.checkOf(commit), WAIT).toBe(`${GATE} in_progress`);
    for (const { number, commit } of changes) await life.approve(number, commit);
    for (const { number } of changes)
      await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");

    expect([await readBranch(SIDE), await life.holdOf()]).toEqual([null, null]);
  });

  it("follows GitHub's description in every request", async () => {
    expect(await life.shop.hub.admin.readDeviations()).toEqual([]);
  });
});
