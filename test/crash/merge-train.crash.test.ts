import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Driven, drive, openDriven } from "./drive.ts";
import { knownBoundaries } from "./known-boundaries.ts";
import { ownUrl, verifyLives, verifySeals } from "./verify-lives.ts";

const each = Math.ceil(20 * inject("scale"));

describe("an engine that is killed while it merges a train", () => {
  const names = knownBoundaries().filter((name) => name.startsWith("train."));
  let driven: Driven;
  beforeAll(async () => {
    driven = await openDriven(inject("program"));
  });
  afterAll(async () => {
    await driven.lives.stop();
    await driven.remove();
  });

  it("merges every task exactly once, and nothing that was not approved", async () => {
    const turns = Array.from({ length: each }, () =>
      names.map((at) => ({ at, nth: 1, inVain: 0 })),
    );
    await drive(driven, turns.flat());
    const { place, lives, tokens, shop, ledger } = driven;
    lives.note();
    await verifySeals(lives, tokens.human);
    await verifyLives(ownUrl(place), shop, ledger);

    const kills = names.map((name) => `${name} ${lives.kills.get(name) ?? 0}`);
    process.stdout.write(`killed at ${kills.join(", ")}; ${ledger.ends.size} tasks ended\n`);
    expect(names).toHaveLength(5);
    expect(names.filter((name) => (lives.kills.get(name) ?? 0) < each)).toEqual([]);
  });
});
