import { describe, expect, it } from "vitest";
import { createPace } from "./pace.ts";

const REST_MS = 500;

/** A pace whose clock is moved by hand. */
function paceAt(startMs: number) {
  const clock = { ms: startMs };
  return { clock, pace: createPace(REST_MS, () => clock.ms) };
}

describe("the pace of the queues", () => {
  it("looks into every queue at the first poll", () => {
    const { pace } = paceAt(0);

    expect(["effects", "merges"].map((queue) => pace.isDue(queue))).toEqual([true, true]);
  });

  it("lets a queue rest between two looks while nothing is expected", () => {
    const { clock, pace } = paceAt(1_000);
    pace.isDue("effects");

    const due = [100, 499, 500, 900, 1_000].map((ms) => {
      clock.ms = 1_000 + ms;
      return pace.isDue("effects");
    });

    expect(due).toEqual([false, false, true, false, true]);
  });

  it("looks at every poll where work is expected, and only there", () => {
    const { clock, pace } = paceAt(1_000);
    for (const queue of ["effects", "merges"]) pace.isDue(queue);

    pace.expect(["merges"]);
    const due = [20, 40, 200].map((ms) => {
      clock.ms = 1_000 + ms;
      return [pace.isDue("merges"), pace.isDue("effects")];
    });

    expect(due).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  });

  it("looks less and less often the longer it waits for what it expects, down to its rest", () => {
    const { clock, pace } = paceAt(1_000);
    pace.isDue("effects");

    pace.expect(["effects"]);
    const looks = [0, 1_000, 4_000, 9_000].map((from) => {
      const polls = Array.from({ length: 50 }, (_, poll) => 1_000 + from + (poll + 1) * 20);
      return polls.filter((ms) => {
        clock.ms = ms;
        return pace.isDue("effects");
      }).length;
    });

    expect(looks).toEqual([22, 6, 3, 2]);
  });

  it("expects work in all queues when nobody says where", () => {
    const { clock, pace } = paceAt(1_000);
    for (const queue of ["effects", "merges", "reviewers"]) pace.isDue(queue);

    pace.expect();
    clock.ms += 1;

    expect(["effects", "merges", "reviewers"].every((queue) => pace.isDue(queue))).toBe(true);
  });
});
