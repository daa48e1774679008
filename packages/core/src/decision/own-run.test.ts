import { describe, expect, it } from "vitest";
import { input, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";

const CHECKS = { checks: [{ id: "tests", run: "true" }] };

function decideWith(
  id: string,
  seen: { by: string; byKind: "check" | "agent" | "human"; engineRun?: true },
  engineRun: string[] = [],
) {
  const { by, ...more } = seen;
  const given = input({
    stages: [[requirement(id, { who: [by] })]],
    verdicts: [verdict(id, "approved", by, more)],
    policy: CHECKS,
  });
  const plan = given.plan && { ...given.plan, engineRun };
  return decide({ ...given, plan });
}

describe("a requirement that the engine answers", () => {
  it.each(["agent", "human"] as const)(
    "takes no result of a check from %s credentials",
    (byKind) => {
      const decision = decideWith("check:tests", { by: "tests", byKind });
      expect(rowsOf(decision)).toContain("trust_not_engine");
      expect(decision).toMatchObject({ effect: "wait", outstanding: ["check:tests"] });
    },
  );

  it("takes the engine's own result of a check, also of one that the policy no longer has", () => {
    expect(decideWith("check:tests", { by: "tests", byKind: "check" }).complete).toBe(true);
    expect(decideWith("check:gone", { by: "gone", byKind: "check" }).complete).toBe(true);
    expect(decideWith("check:gone", { by: "gone", byKind: "agent" }).complete).toBe(false);
  });

  it("takes a check's name for a check under any requirement", () => {
    const decision = decideWith("agent:codex", { by: "tests", byKind: "agent" });
    expect(rowsOf(decision)).toContain("trust_not_engine");
  });

  it("takes the verdict of a reviewer that the engine runs from that run alone", () => {
    const mine = { by: "codex", byKind: "agent" } as const;
    expect(decideWith("agent:codex", mine).complete).toBe(true);
    const claimed = decideWith("agent:codex", mine, ["codex"]);
    expect(rowsOf(claimed)).toContain("trust_not_engine");
    expect(claimed).toMatchObject({ effect: "wait", outstanding: ["agent:codex"] });
    expect(decideWith("agent:codex", { ...mine, engineRun: true }, ["codex"]).complete).toBe(true);
  });

  it("is never `self`, which an author of any name answers", () => {
    const author = { by: "codex", byKind: "agent" } as const;
    expect(decideWith("layer:self", author, ["codex"]).complete).toBe(true);
  });
});

describe("addresses that the policy does not know", () => {
  it("are a flag of every decision on them", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner")]],
        task: { unknownCommitters: ["zoe@x.test"] },
      }),
    );
    expect(decision.flags).toEqual(["unknown_committer"]);
    expect(decision.reasons).toContainEqual({
      table: "trust",
      row: "unknown_committer",
      effect: null,
      requirement: null,
      inputs: { addresses: ["zoe@x.test"] },
    });
  });
});

describe("a person behind the work, with four eyes", () => {
  const FOUR_EYES = { ...CHECKS, trust: { separation: "four_eyes" } };

  it("answers nothing, in any spelling of the name", () => {
    for (const task of [{ sponsors: ["Ana"] }, { sponsor: "ANA" }, { committers: ["ana"] }])
      expect(
        rowsOf(
          decide(
            input({
              stages: [[requirement("layer:owner", { who: ["ana", "ben"] })]],
              verdicts: [verdict("layer:owner", "approved", "ana")],
              task,
              policy: FOUR_EYES,
            }),
          ),
        ),
      ).toContain("trust_sponsor");
  });

  it("is not waited for where a person named them for a machine", () => {
    const decision = decide(
      input({
        stages: [[requirement("agent:codex", { who: ["ana"] })]],
        task: { sponsors: ["ana"] },
        policy: FOUR_EYES,
      }),
    );
    expect(rowsOf(decision)).toContain("quorum_unreachable");
  });
});
