import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  EVERY_START,
  FIRST_START,
  TRUST_ON_FORGE,
  WITH_FORGE,
  WITH_PROOFS,
} from "./boundary-groups.ts";
import { type Aim, type Driven, drive, openDriven } from "./drive.ts";
import { knownBoundaries } from "./known-boundaries.ts";
import { ownUrl, verifyLives, verifySeals } from "./verify-lives.ts";

const DRIVERS = 2;
const scale = inject("scale");
const each = Math.ceil(3 * scale);
const least = Math.floor(200 * Math.max(scale, 1));

/** Where the time is short, one boundary of each six; all of them must be passed in any case. */
function chosen(names: readonly string[]): readonly string[] {
  return scale < 1 ? names.filter((_, index) => index % 6 === 0) : names;
}

/** Every boundary so often, at another passage each time, and again from the first until there are enough. */
function targetsOf(names: readonly string[]): Aim[] {
  const turns = scale < 1 ? each : Math.max(each, Math.ceil(least / names.length));
  return Array.from({ length: turns }, (_, turn) =>
    names.map((at, index) => ({
      at,
      nth: EVERY_START.includes(at) ? 1 : 1 + ((turn + index) % 3),
      inVain: 0,
    })),
  ).flat();
}

describe("an engine that is killed at every boundary", () => {
  const others = [
    ...[...FIRST_START, ...WITH_FORGE, ...TRUST_ON_FORGE],
    ...Object.values(WITH_PROOFS).flat(),
  ];
  const names = knownBoundaries().filter(
    (name) => EVERY_START.includes(name) || !others.includes(name),
  );
  let driven: Driven[] = [];
  beforeAll(async () => {
    driven = await Promise.all(
      Array.from({ length: DRIVERS }, () => openDriven(inject("program"))),
    );
  });
  afterAll(async () => {
    for (const { lives, remove } of driven) {
      await lives.stop();
      await remove();
    }
  });

  it("loses nothing, doubles nothing, ends every task and merges exactly what was approved [R-154] [R-155]", async () => {
    const began = performance.now();
    const targets = targetsOf(chosen(names));
    await Promise.all(driven.map((one) => drive(one, targets)));
    const minutes = (performance.now() - began) / 60_000;
    for (const { lives } of driven) lives.note();
    for (const { place, lives, tokens, shop, ledger } of driven) {
      await verifySeals(lives, tokens.human);
      await verifyLives(ownUrl(place), shop, ledger);
    }

    const counts = new Map<string, number>();
    for (const { lives } of driven)
      for (const [name, times] of lives.kills) counts.set(name, (counts.get(name) ?? 0) + times);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const ended = driven.reduce((sum, { ledger }) => sum + ledger.ends.size, 0);
    process.stdout.write(
      `killed ${total} times at ${counts.size} boundaries, ${ended} tasks ended, ` +
        `${Math.round(total / minutes)} kills a minute\n`,
    );
    const passed = new Set(driven.flatMap(({ lives }) => [...lives.passed]));
    expect(names.filter((name) => !passed.has(name))).toEqual([]);
    expect(chosen(names).filter((name) => (counts.get(name) ?? 0) < each)).toEqual([]);
    if (scale >= 1) expect(total).toBeGreaterThanOrEqual(least);
  });
});
