import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ORG } from "../engine/open-engine.ts";
import { untilHeld } from "./hand-in-change.ts";
import { openLab } from "./open-lab.ts";

const lab = await openLab();
const { engine, shop, ana, database } = lab;
const tipOf = async () => (await engine.repositories(ana)).find(({ id }) => id === "shop")?.tip;

function moveTarget(message: string): string {
  const tree = shop.git("rev-parse", "main^{tree}");
  const commit = shop.git("commit-tree", tree, "-p", "main", "-m", message);
  shop.git("update-ref", "refs/heads/main", commit);
  return commit;
}

describe("I9 Shown is signed: a tip that was accepted while an owner released an earlier one", () => {
  it("stays, and the owner is told", async () => {
    const first = moveTarget("By hand");
    await untilHeld(lab);
    const { release, second } = await database.as(ORG, async (client) => {
      await client.query("SELECT FROM countersign.repositories WHERE id = 'shop' FOR UPDATE");
      const releasing = engine.releaseRepository(ana, "shop", { tip: first, reason: "I looked" });
      const settled = releasing.then(
        () => "accepted",
        (error: unknown) => error,
      );
      await pause(1_000);
      const other = moveTarget("Accepted by another process");
      await client.query("UPDATE countersign.repositories SET tip = $1 WHERE id = 'shop'", [other]);
      return { release: settled, second: other };
    });

    expect(await release).toMatchObject({
      code: "stale_content",
      message: "Another commit of main of shop was accepted in the meantime",
    });
    expect(await tipOf()).toBe(second);
    expect((await engine.repositories(ana))[0]?.hold).not.toBeNull();
  });
});
