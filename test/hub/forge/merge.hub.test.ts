import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ForgeShop, openForgeShop } from "./open-forge.ts";

const MERGE = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";

describe("the GitHub adapter merges", () => {
  let shop: ForgeShop;

  beforeAll(async () => {
    shop = await openForgeShop(2_000);
  });
  afterAll(async () => {
    expect(await shop.hub.admin.readDeviations()).toEqual([]);
  });

  const mergeOf = (head: string) =>
    ({ method: "merge", head, title: "Merge", message: "Approved" }) as const;
  const mainTip = () => shop.hub.admin.readBranch({ repository: shop.repo.name, branch: "main" });

  it("the approved head", async () => {
    const { forge, repo } = shop;
    const { number, commit } = await shop.openChange("approved");
    const outcome = await forge.merge(repo, number, mergeOf(commit));

    expect(outcome).toEqual({ outcome: "requested", commit: await mainTip() });
    expect(await forge.change(repo, number)).toMatchObject({ state: "merged" });
  });

  it("nothing if the head moved", async () => {
    const { forge, repo } = shop;
    const { number, commit } = await shop.openChange("moved");
    await shop.pushBranch("moved", { "moved.txt": "2\n" });
    const before = await mainTip();

    expect(await forge.merge(repo, number, mergeOf(commit))).toMatchObject({
      outcome: "head_moved",
    });
    expect(await mainTip()).toBe(before);
  });

  it.each(["act_then_cut", "cut", "bad_gateway", "hang"] as const)(
    "with an unknown outcome after the fault %s",
    async (kind) => {
      const { forge, repo, hub } = shop;
      const { number, commit } = await shop.openChange(`unknown-${kind}`);
      await hub.admin.addFault({ operation: MERGE, kind, times: 1 });

      expect(await forge.merge(repo, number, mergeOf(commit))).toMatchObject({
        outcome: "unknown",
      });
      expect(await forge.change(repo, number)).toMatchObject({
        state: kind === "act_then_cut" ? "merged" : "open",
      });
    },
  );
});
