import type { Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { type ForgeShop, openForgeLab } from "./forge-lab.ts";

const { engine, ana, until, openForgeShop } = await openForgeLab();

const isDone = ({ phase }: Task) => phase.is === "done";

async function untilHeld(shop: ForgeShop): Promise<string> {
  await expect.poll(() => shop.hold(), { timeout: 60_000 }).not.toBeNull();
  const { why = "", detail = "" } = (await shop.hold()) ?? {};
  return `${why}: ${detail}`;
}

describe("approved work that the forge merges", () => {
  it("is accepted as a merge commit, a squash or a rebase, also onto a target that has moved", async () => {
    const forge = await openForgeShop("merges");
    const { shop, land, mergedTree } = forge;
    const [merged, squashed, rebased] = [
      await forge.approved("merged.txt"),
      await forge.approved("squashed-1.txt", "squashed-2.txt"),
      await forge.approved("rebased-1.txt", "rebased-2.txt"),
    ];

    const first = land(mergedTree(merged.head), "main", merged.head);
    const ended = await until(merged.task, isDone);
    expect(ended.flags).toContain("outside");
    await expect.poll(forge.isAccepted, { timeout: 60_000 }).toBe(true);
    const log = await engine.log(ana, merged.task);
    const event = log.at(-1)?.event;
    expect(event).toMatchObject({ type: "closed_elsewhere", outcome: "merged", commit: first });

    // Both at once: the target is read after the second move.
    land(mergedTree(squashed.head), "main");
    const onto = shop.git("rev-parse", "main");
    for (const commit of [`${rebased.head}~1`, rebased.head])
      land(shop.git("merge-tree", "--write-tree", onto, commit), "main");
    await until(squashed.task, isDone);
    await until(rebased.task, isDone);
    await expect.poll(forge.isAccepted, { timeout: 60_000 }).toBe(true);
    expect(await forge.hold()).toBeNull();
  }, 300_000);

  it.each([
    { name: "altered", what: "a changed file" },
    { name: "extra-parent", what: "other commits in its history" },
  ])(
    "is held with $what",
    async ({ name }) => {
      const forge = await openForgeShop(name);
      const { shop, land, mergedTree } = forge;
      const work = await forge.approved("good.txt");
      shop.git("checkout", "--quiet", "--detach", work.head);
      shop.write("evil.txt", "evil\n");
      const evil = shop.commit("Evil");
      if (name === "altered") land(mergedTree(evil), "main", work.head);
      else land(mergedTree(work.head), "main", evil);

      expect(await untilHeld(forge)).toContain("target_moved");
      expect((await engine.task(ana, work.task)).phase.is).toBe("approved");
      expect(await forge.isAccepted()).toBe(false);
    },
    300_000,
  );

  it("is held if a commit of a rebase is not a commit of the work", async () => {
    const forge = await openForgeShop("rebase");
    const { shop, land } = forge;
    const work = await forge.approved("one.txt", "two.txt");
    shop.git("checkout", "--quiet", "--detach", `${work.head}~1`);
    shop.write("secret.txt", "hidden in the history\n");
    const onto = shop.git("rev-parse", "main");
    land(shop.git("rev-parse", `${shop.commit("Hide")}^{tree}`), onto);
    land(shop.git("merge-tree", "--write-tree", onto, work.head), "main");

    expect(await untilHeld(forge)).toContain("target_moved");
    expect((await engine.task(ana, work.task)).phase.is).toBe("approved");
  }, 300_000);
});

describe("work that the forge merges too early", () => {
  it("is held if it was not approved", async () => {
    const forge = await openForgeShop("unapproved");
    const work = await forge.submit("work.txt");
    forge.land(forge.mergedTree(work.head), "main", work.head);

    expect(await untilHeld(forge)).toContain(`It has the content of ${work.task}`);
    expect((await engine.task(ana, work.task)).phase.is).toBe("reviewing");
  }, 300_000);

  it("is held while its approval can be undone", async () => {
    const forge = await openForgeShop("grace", { graceSeconds: 3_600 });
    const work = await forge.approved("work.txt");
    forge.land(forge.mergedTree(work.head), "main", work.head);

    expect(await untilHeld(forge)).toContain("target_moved");
    expect((await engine.task(ana, work.task)).phase.is).toBe("approved");
  }, 300_000);

  it("is held behind a commit that no task explains", async () => {
    const forge = await openForgeShop("foreign");
    const work = await forge.approved("work.txt");
    forge.land(forge.shop.git("rev-parse", "main^{tree}"), "main");
    forge.land(forge.mergedTree(work.head), "main", work.head);

    expect(await untilHeld(forge)).toContain("target_moved");
    expect((await engine.task(ana, work.task)).phase.is).toBe("approved");
  }, 300_000);
});
