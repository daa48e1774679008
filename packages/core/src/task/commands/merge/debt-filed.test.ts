import { describe, expect, it } from "vitest";
import { refusal } from "../../../testing/refusal.ts";
import { check, person, type Scenario, scenario } from "../../../testing/scenario.ts";

/** Work that passed with two warnings and one remark, approved without a person. */
function approved(policy: object = {}, severity: "warning" | "info" = "warning"): Scenario {
  const play = scenario({ policy: { profile: "modes", modes: { default: "skip" }, ...policy } });
  play.claim();
  play.submit();
  play.plan();
  play.verdict("check:integrity", "concerns", check("integrity"), [
    { severity },
    { severity, quote: "b" },
    { severity: "info", quote: "c" },
  ]);
  play.verdict("check:secrets", "approved", check("secrets"));
  return play;
}

function merged(play: Scenario = approved()): Scenario {
  play.wait(10_000);
  play.engine({ type: "merge_started" });
  play.engine({ type: "merged", tree: "1".repeat(40) });
  return play;
}

const BOTH = { do: "file_debt", findings: ["F-1", "F-2"] };

describe("warnings that work leaves behind", () => {
  it("become debt once the work is merged, not while its approval can be taken back", () => {
    const play = approved();

    expect(play.effects).toEqual([{ do: "merge", delayMs: 10_000 }]);
    expect(merged(play).effects).toEqual([{ do: "update_work" }, BOTH]);
  });

  it("become debt where nothing is merged, as soon as the work is done", () => {
    expect(approved({ merge: { strategy: "none" } }).effects).toEqual([BOTH]);
  });

  it("become debt when the host merged exactly what was approved", () => {
    const play = approved();
    play.engine({ type: "closed_elsewhere", outcome: "merged", tree: "1".repeat(40) });

    expect(play.effects).toEqual([BOTH]);
  });

  it("are no debt once a person settled them", () => {
    const play = approved();
    play.dispose("F-1", { is: "deferred", link: "cs-next" }, person("ana"));
    play.dispose("F-2", { is: "dismissed", reason: "on purpose" }, person("ana"));

    expect(merged(play).effects).toEqual([{ do: "update_work" }]);
  });

  it("are no debt when there are only remarks", () => {
    expect(merged(approved({}, "info")).effects).toEqual([{ do: "update_work" }]);
  });
});

describe("debt_filed", () => {
  const filed = { type: "debt_filed", finding: "F-1", task: "cs-debt" } as const;

  it("defers the warning to the task that was opened for it", () => {
    const play = merged();
    play.engine(filed);

    expect(play.task.findings[0]?.disposition).toEqual({
      is: "deferred",
      link: "cs-debt",
      by: "system",
    });
  });

  it("leaves a warning alone that a person settled meanwhile", () => {
    const play = merged();
    play.dispose("F-1", { is: "dismissed", reason: "on purpose" }, person("ana"));
    play.engine(filed);

    expect(play.task.findings[0]?.disposition.is).toBe("dismissed");
  });

  it("is refused for a finding that is not there, and before the work is done", () => {
    expect(refusal(() => merged().engine({ ...filed, finding: "F-9" })).code).toBe("not_found");
    expect(refusal(() => approved().engine(filed)).code).toBe("wrong_state");
  });

  it("is said by the engine alone", () => {
    expect(refusal(() => merged().send(filed, person("ana"))).code).toBe("forbidden");
  });
});
