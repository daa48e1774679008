import { describe, expect, it } from "vitest";
import { person, scenario } from "../testing/scenario.ts";
import { toShown } from "./step/shown.ts";
import { transition } from "./transition.ts";

describe("transition", () => {
  it("leaves the task it was given untouched", () => {
    const play = scenario({ policy: { profile: "modes" } });
    const before = play.task;
    const copy = JSON.parse(JSON.stringify(before));
    const step = transition(
      before,
      { type: "reject", ...toShown(before), reason: "no" },
      play.context(person("ana")),
    );

    expect(before).toEqual(copy);
    expect(step.task.seq).toBe(before.seq + step.log.length);
  });

  it("numbers its entries after those of the task", () => {
    const play = scenario({ policy: { profile: "modes" } });
    play.claim();
    play.submit();
    const { log } = transition(
      play.task,
      { type: "reject", ...toShown(play.task), reason: "no" },
      play.context(person("ana")),
    );

    expect(log.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    expect(log.map(({ by, atMs }) => [by, atMs])).toEqual([
      ["ana", 1_000_000],
      ["ana", 1_000_000],
      ["ana", 1_000_000],
    ]);
  });
});
