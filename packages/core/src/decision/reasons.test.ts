import { describe, expect, it } from "vitest";
import { input, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";

describe("what a decision does not say", () => {
  it("a sponsor who has concerns has not approved", () => {
    const seat = requirement("agent:codex", { human: true, who: ["ana"] });
    const says = (opinion: "approved" | "concerns") =>
      rowsOf(
        decide(
          input({
            stages: [[seat]],
            verdicts: [verdict("agent:codex", opinion, "ana", { byKind: "human" })],
            task: { sponsor: "ana" },
          }),
        ),
      );

    expect(says("approved")).toContain("sponsor_approved");
    expect(says("concerns")).toEqual(["severity_concerns", "severity_pass"]);
  });

  it("a chain that nobody could answer is no matter where a layer was asked all the same", () => {
    const decision = decide(
      input({
        stages: [[requirement("check:tests")], [requirement("layer:owner")]],
        verdicts: [verdict("check:tests", "approved"), verdict("layer:owner", "approved")],
        notes: ["chain_empty"],
      }),
    );

    expect(decision.complete).toBe(true);
    expect(rowsOf(decision)).toEqual([
      "severity_pass",
      "severity_pass",
      "chain_approved",
      "severity_pass",
    ]);
  });

  it("the money is no matter where a person decides anyway", () => {
    const decision = decide(
      input({
        stages: [[requirement("check:tests"), requirement("check:types")]],
        verdicts: [verdict("check:tests", "blocker")],
        task: { costUsd: 9 },
      }),
    );

    expect([decision.effect, decision.gate]).toEqual(["escalate", "pending"]);
    expect(rowsOf(decision)).toEqual(["blocker", "outstanding"]);
  });

  it("whoever answered a layer may answer as a reviewer too: only layers need different people", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:peer")], [requirement("agent:dev-2")]],
        verdicts: [verdict("layer:peer", "approved"), verdict("agent:dev-2", "approved")],
      }),
    );

    expect(decision.complete).toBe(true);
  });
});

describe("approval without a person", () => {
  it("needs every answer of a check to come from a sandbox, not only one", () => {
    const check = requirement("check:tests", { who: ["tests", "tests-again"], quorum: 2 });
    const owner = requirement("layer:owner", { satisfiedBy: "autoApprove" });
    const decided = (sandboxed: boolean) =>
      decide(
        input({
          stages: [[check], [owner]],
          mode: "auto",
          verdicts: [
            verdict("check:tests", "approved", "tests"),
            verdict("check:tests", "approved", "tests-again", { sandboxed }),
          ],
        }),
      ).complete;

    expect([decided(true), decided(false)]).toEqual([true, false]);
  });
});
