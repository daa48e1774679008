import { expect, it } from "vitest";
import { check, person, scenario } from "../../testing/scenario.ts";

it("a person named at a release is in turn, and then whoever follows", () => {
  const play = scenario({
    policy: {
      profile: "modes",
      trust: { separation: "four_eyes" },
      people: { owner: ["ana"], substitutes: { cto: ["ben"] } },
    },
    sponsor: "ana",
  });
  play.submit();
  play.plan();
  play.passChecks();
  play.release([{ do: "name_reviewer", requirement: "layer:owner", reviewer: "cto" }]);
  const first = play.task.phase;
  play.late();

  expect([first, play.task.phase]).toMatchObject([{ person: "cto" }, { person: "ben" }]);
  play.approve("cto");
  expect(play.state).toBe("approved");
});

it("a hold that only authors could release is named to the owner all the same", () => {
  const play = scenario({ policy: { profile: "modes" } });
  play.send({ type: "claim" }, person("ana"));
  play.submit("1", {}, "ana");
  play.plan();
  play.verdict("check:secrets", "blocker", check("secrets"));
  const first = play.task.phase;
  play.late();

  expect(first).toMatchObject({ line: ["ana"], inTurn: "ana" });
  expect(play.logged).toMatchObject([{ type: "turn_moved", to: "ana" }]);
});
