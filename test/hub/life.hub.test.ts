import { beforeAll, describe, expect, it } from "vitest";
import { GATE } from "./engine/open-reviewed-shop.ts";

import { type Life, openLife, WAIT } from "./open-life.ts";

let life: Life;
let shop: Life["shop"];

beforeAll(async () => {
  life = await openLife();
  ({ shop } = life);
});

describe("a pull request on GitHub", () => {
  it("is reviewed head by head, and merged by GitHub once a person approves the head", async () => {
    const { number, commit: first } = await shop.openChange("life");
    await expect.poll(() => life.checkOf(first), WAIT).toBe(`${GATE} in_progress`);
    const head = await shop.pushBranch("life", { "life.txt": "2\n" });
    await expect.poll(() => life.checkOf(head), WAIT).toBe(`${GATE} in_progress`);
    await life.approve(number, first);
    const before = await life.mainTip();
    await expect.poll(() => life.phaseOf(number), WAIT).toBe("reviewing");

    await life.approve(number, head);
    await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");
    const { repository } = shop;
    const { state, mergeCommit } = await shop.hub.admin.readPull({ repository, number });
    expect(state).toBe("closed");
    expect([await life.mainTip(), await life.checkOf(head)]).toEqual([
      mergeCommit,
      `${GATE} success`,
    ]);
    expect(await life.mainTip()).not.toBe(before);
    expect(await life.checkOf(first)).not.toContain("success");
    expect(await shop.hub.admin.readComments({ repository, number })).toEqual([]);
  });

  it("is merged onto a target that moved, if its answer is lost", async () => {
    const changes = [await shop.openChange("one"), await shop.openChange("two")];
    const operation = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";
    await shop.hub.admin.addFault({ operation, kind: "act_then_cut", times: 2 });
    for (const { commit } of changes)
      await expect.poll(() => life.checkOf(commit), WAIT).toBe(`${GATE} in_progress`);
    for (const { number, commit } of changes) await life.approve(number, commit);
    for (const { number } of changes)
      await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");

    expect(await life.holdOf()).toBeNull();
  });

  it("is followed after its owner was renamed, and another account took the name", async () => {
    const { hub } = shop;
    const { number, commit } = await shop.openChange("renamed");
    await expect.poll(() => life.checkOf(commit), WAIT).toBe(`${GATE} in_progress`);
    await hub.admin.renameAccount({ login: "acme", to: "acme-labs" });
    await hub.admin.createAccount({ login: "acme", type: "Organization" });
    await hub.admin.createRepository({ owner: "acme", name: "shop" });
    const renamed = { repository: "acme-labs/shop", number };
    await hub.admin.reviewPull({ ...renamed, by: "ben", event: "APPROVE", commit });

    await expect.poll(() => life.phaseOf(number), WAIT).toBe("done");
    expect((await hub.admin.readPull(renamed)).mergeCommit).not.toBeNull();
    expect(await life.holdOf()).toBeNull();
  });

  it("follows GitHub's description in every request", async () => {
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });
});
