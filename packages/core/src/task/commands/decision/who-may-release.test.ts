import { describe, expect, it } from "vitest";
import { after, checked, HOLDS, PANEL, planned } from "../../../testing/holds.ts";
import { refusal } from "../../../testing/refusal.ts";
import { agent, check, person, scenario } from "../../../testing/scenario.ts";

describe("who may release", () => {
  it("only those whom the hold names", () => {
    const play = HOLDS.blocker();

    expect(refusal(() => play.release([{ do: "retry" }], "ben"))).toMatchObject({
      code: "forbidden",
      message: "Only ana may release cs-test.",
    });
    expect(
      refusal(() => play.send({ type: "release", resolutions: [] }, agent("ana"))),
    ).toMatchObject({
      code: "human_only",
      details: { layer: "owner" },
    });
  });

  it("the whole line may, not only who is in turn", () => {
    const play = after(
      checked({
        ...PANEL,
        people: { owner: ["ana"], escalateTo: ["cto"], substitutes: { cto: ["ana"] } },
      }),
      (play) => play.verdict("panel", "blocker", agent("codex")),
    );

    expect(play.task.phase).toMatchObject({ line: ["cto", "ana"], inTurn: "cto" });
    expect(refusal(() => play.release([{ do: "reject" }], "ben")).message).toBe(
      "Only cto, ana may release cs-test.",
    );
    play.release([{ do: "reject" }], "ana");
    expect(play.state).toBe("rejected");
  });

  it("an author who is an owner is not in the line", () => {
    const play = scenario({ policy: { ...PANEL, people: { owner: ["ana", "ben"] } } });
    play.send({ type: "claim" }, person("ana"));
    play.submit("1", {}, "ana");
    play.plan();
    play.verdict("check:secrets", "blocker", check("secrets"));

    expect(play.task.phase).toMatchObject({ line: ["ben"], inTurn: "ben" });
  });

  it("nothing that is not held", () => {
    expect(refusal(() => planned(PANEL).release([{ do: "retry" }])).message).toBe(
      "cs-test is reviewing",
    );
  });
});
