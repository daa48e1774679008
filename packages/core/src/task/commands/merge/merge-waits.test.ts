import { describe, expect, it } from "vitest";
import { merging } from "../../../testing/merging.ts";
import { turnOf } from "../../view/turn.ts";

const NOW = 1_010_000;

describe("a merge that waits", () => {
  it("a checkout in the way is a person's turn at once, is no try, and is not held", () => {
    const play = merging({ limits: { mergeRetries: 0 } });
    play.mergeFails("dirty", "README.md is in the way", ["README.md"], { path: "/home/ana/shop" });

    const waits = {
      path: "/home/ana/shop",
      files: ["README.md"],
      detail: "README.md is in the way",
      inTurn: "ana",
    };
    expect(play.logged).toEqual([
      {
        type: "merge_postponed",
        kind: "dirty",
        detail: "README.md is in the way",
        tries: 0,
        retryAtMs: NOW,
        waits,
      },
    ]);
    expect(play.effects).toEqual([{ do: "notify", to: "ana", why: "your_turn" }]);
    expect(play.task.phase).toEqual({ is: "approved", tries: 0, retryAtMs: NOW, waits });
    expect(turnOf(play.task)).toEqual({ holder: "person", who: "ana" });

    play.engine({ type: "merge_started" });
    expect(turnOf(play.task)).toEqual({ holder: "engine", who: null });
    expect(play.task.phase).not.toHaveProperty("waits");
  });
});
