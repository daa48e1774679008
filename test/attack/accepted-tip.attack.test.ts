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

describe("I5 Once: a release accepts the tip and lets merges go on, or does neither", () => {
  it("accepts nothing where the hold cannot be dropped", async () => {
    const accepted = await tipOf();
    const tip = moveTarget("By hand again");
    await untilHeld(lab);
    await database.owner.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON countersign.holds FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const release = engine.releaseRepository(ana, "shop", { tip, reason: "I looked" });
    await expect(release).rejects.toThrow();
    await database.owner.query("DROP TRIGGER refuse ON countersign.holds");

    expect(await tipOf()).toBe(accepted);
    expect((await engine.repositories(ana))[0]?.hold).not.toBeNull();
    const { rows } = await database.owner.query(
      "SELECT FROM countersign.events WHERE body ->> 'tip' = $1",
      [tip],
    );
    expect(rows).toEqual([]);
    const line = await engine.releaseRepository(ana, "shop", { tip, reason: "I looked" });
    expect(line).toMatchObject({ tip, hold: null });
  });
});

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
