import { beforeAll, describe, expect, inject, it } from "vitest";
import { verifyWrites } from "../crash/verify-writes.ts";
import { INTRUSIONS, openRaceLab, type RaceLab } from "./open-race-lab.ts";

/** Of the points before a call, every so many-th is tried. */
const STRIDE = inject("scale") >= 10 ? 1 : 6;

describe.each([
  { through: "host", rules: [] },
  { through: "push", rules: [] },
  { through: "queue", rules: [{ type: "merge_queue" }] },
])("a pull request that is merged by $through", { timeout: 7_200_000 }, (way) => {
  let lab: RaceLab;
  beforeAll(async () => {
    lab = await openRaceLab(way);
  });

  it("is merged as approved and never stuck, whatever happens before any call of the engine", async () => {
    const { calls, phase } = await lab.follow("clean", null);
    expect(phase).toBe("done");
    const races = INTRUSIONS.flatMap((what, kind) =>
      calls.flatMap((at, index) => ((index + kind) % STRIDE === 0 ? { what, at } : [])),
    );
    const ends = [];
    for (const [index, race] of races.entries()) {
      const end = await lab.follow(`race-${index}`, race);
      const { unapproved, unapprovedGreen } = end;
      expect({ ...race, unapproved, unapprovedGreen }).toEqual({
        ...{ ...race, unapproved: [], unapprovedGreen: [] },
      });
      ends.push(end);
    }
    const missed = ends.filter(({ isPassed }) => !isPassed).length;
    const holds = ends.flatMap((end) => end.holds).length;
    process.stdout.write(
      `${way.through}: ${races.length} races at ${calls.length} points, ${missed} missed, ${holds} holds\n`,
    );
    expect(missed).toBeLessThanOrEqual(races.length / 4);
    const { admin } = lab.life.shop.hub;
    expect(await admin.readDeviations()).toEqual([]);
    verifyWrites(await admin.readRequests({}));
  });
});
