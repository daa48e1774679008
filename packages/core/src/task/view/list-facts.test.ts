import { describe, expect, it } from "vitest";
import { check, person, scenario } from "../../testing/scenario.ts";
import { listFacts, searchedPaths } from "./list-facts.ts";
import { turnSinceMs } from "./turn-since.ts";

function submitted() {
  const play = scenario({ policy: { profile: "modes" } });
  play.submit();
  play.plan();
  return play;
}

describe("listFacts", () => {
  it("has no round, change and plan before the first submission", () => {
    expect(listFacts(scenario().task, 3)).toMatchObject({
      round: null,
      tree: null,
      mode: null,
      risk: null,
      files: null,
      attemptLimit: 3,
    });
    expect(searchedPaths(scenario().task)).toBe("");
  });

  it("names the round, its tree and its size, and counts open findings by severity", () => {
    const play = submitted();
    play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "warning" }]);
    const { task } = play;

    expect(listFacts(task, 3)).toMatchObject({
      seq: task.seq,
      round: 1,
      tree: task.round?.content.tree,
      files: task.round?.facts?.files.length,
      risk: task.round?.plan?.classification.risk,
      findings: { critical: 0, major: 0, warning: 1, info: 0 },
      sentBackBy: [],
    });
    expect(searchedPaths(task).split("\n")).toEqual(
      task.round?.facts?.files.map(({ path }) => path),
    );
    play.dispose("F-1", { is: "dismissed", reason: "fine" }, person("ana"));
    expect(listFacts(play.task, 3).findings.warning).toBe(0);
  });

  it("names the people who sent an earlier round back, once the next one is submitted", () => {
    const play = submitted();
    play.passChecks();
    play.redo();
    expect(listFacts(play.task, 3).sentBackBy).toEqual([]);
    play.wait(10_000);
    play.submit("5");
    expect(listFacts(play.task, 3)).toMatchObject({ round: 2, sentBackBy: ["ana"] });
  });

  it("cuts the searched paths off at a whole path", () => {
    const play = submitted();
    const { round } = play.task;
    if (round === null || round.facts === null) throw new Error("There are no facts");
    const [file] = round.facts.files;
    if (file === undefined) throw new Error("There is no file");
    const files = Array.from({ length: 3_000 }, (_, index) => ({
      ...file,
      path: `src/${index}.ts`,
    }));
    const paths = searchedPaths({
      ...play.task,
      round: { ...round, facts: { ...round.facts, files } },
    });
    expect(paths.length).toBeLessThanOrEqual(20_000);
    expect(paths.length).toBeGreaterThan(19_900);
    expect(paths.endsWith(".ts")).toBe(true);
  });
});

describe("turnSinceMs", () => {
  it("is the time of the last entry that changed the turn", () => {
    const play = submitted();
    play.wait(1_000);
    play.passChecks();
    const turnedMs = play.log.at(-1)?.atMs;
    play.wait(1_000);
    play.approve("ana");
    expect(turnSinceMs([])).toBe(0);
    expect(turnSinceMs(play.log.filter(({ atMs }) => atMs <= (turnedMs ?? 0)))).toBe(turnedMs);
    expect(turnSinceMs(play.log)).toBe(play.log.at(-1)?.atMs);
  });
});
