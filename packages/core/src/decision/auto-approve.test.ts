import { describe, expect, it } from "vitest";
import type { Mode } from "../policy/words.ts";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { type AutoApproveFacts, autoApproveObstacles } from "./auto-approve.ts";
import { decide } from "./decide.ts";

type Change = Partial<Omit<AutoApproveFacts, "settings" | "mode">> & {
  settings?: Partial<AutoApproveFacts["settings"]>;
  mode?: Mode;
  mayAutoApprove?: boolean;
};

function obstacles({ settings, mode, mayAutoApprove, ...facts }: Change): string[] {
  return autoApproveObstacles({
    gate: "pass",
    qualityPassed: true,
    sandboxed: true,
    attempt: 1,
    signal: "DONE",
    ...facts,
    settings: {
      enabled: true,
      requireQualityPass: true,
      maxIterations: 3,
      requireSignalDone: true,
      ...settings,
    },
    mode: {
      mode: mode ?? "auto",
      because: { entry: "test", fact: "always" },
      mayAutoApprove: mayAutoApprove ?? true,
    },
  });
}

describe("autoApproveObstacles", () => {
  const cases: { given: Change; says: string[] }[] = [
    { given: {}, says: [] },
    { given: { mode: "per-task" }, says: ["mode per-task"] },
    { given: { mode: "batch" }, says: [] },
    { given: { mode: "skip" }, says: [] },
    { given: { mayAutoApprove: false }, says: ["a label forbids it"] },
    { given: { settings: { enabled: false } }, says: ["auto-approve is off"] },
    { given: { qualityPassed: false }, says: ["checks have not passed"] },
    { given: { qualityPassed: false, settings: { requireQualityPass: false } }, says: [] },
    { given: { sandboxed: false }, says: ["checks ran without a sandbox"] },
    {
      given: { sandboxed: false, settings: { requireQualityPass: false } },
      says: ["checks ran without a sandbox"],
    },
    { given: { attempt: 3 }, says: [] },
    { given: { attempt: 4 }, says: ["attempt 4 of at most 3"] },
    { given: { attempt: 2, settings: { maxIterations: 1 } }, says: ["attempt 2 of at most 1"] },
    { given: { signal: "PARTIAL" }, says: ["signal PARTIAL"] },
    { given: { signal: "BLOCKED" }, says: ["signal BLOCKED"] },
    { given: { signal: "PARTIAL", settings: { requireSignalDone: false } }, says: [] },
    { given: { gate: "pass_with_warnings" }, says: [] },
    { given: { gate: "needs_fixes" }, says: ["gate needs_fixes"] },
    { given: { gate: "fail" }, says: ["gate fail"] },
    { given: { gate: "pending" }, says: ["gate pending"] },
  ];

  it.each(cases)("$given → $says [R-139] [C8] [D6] [D7] [H8]", ({ given, says }) => {
    expect(obstacles(given)).toEqual(says);
  });

  it("lists everything that speaks against it, in one order", () => {
    expect(
      obstacles({
        settings: { enabled: false },
        mode: "per-task",
        mayAutoApprove: false,
        qualityPassed: false,
        sandboxed: false,
        attempt: 7,
        signal: "BLOCKED",
        gate: "fail",
      }),
    ).toEqual([
      "auto-approve is off",
      "mode per-task",
      "a label forbids it",
      "checks have not passed",
      "checks ran without a sandbox",
      "attempt 7 of at most 3",
      "signal BLOCKED",
      "gate fail",
    ]);
  });
});

const OWNER = requirement("layer:owner", { satisfiedBy: "autoApprove", delivery: "queue" });
const STAGES = [[requirement("check:tests"), requirement("check:lint")], [OWNER]];
const GREEN = [verdict("check:tests", "approved"), verdict("check:lint", "approved")];

describe("a requirement that auto-approve may satisfy", () => {
  it("is satisfied without its person, and that is said [R-141]", () => {
    const decision = decide(input({ stages: STAGES, verdicts: GREEN, mode: "auto" }));

    expect(decision).toMatchObject({
      effect: "advance",
      complete: true,
      stage: 1,
      outstanding: [],
      flags: ["auto_approved"],
    });
    expect(reasonOf(decision, "auto_approved")).toEqual({
      table: "requirement",
      row: "auto_approved",
      effect: "advance",
      requirement: "layer:owner",
      inputs: { mode: "auto" },
    });
  });

  it.each<{ why: string; given: Parameters<typeof input>[0] }>([
    { why: "it is off", given: { policy: { modes: { autoApprove: { enabled: false } } } } },
    { why: "the mode is per-task", given: { mode: "per-task" } },
    { why: "the mode is batch, whatever passed", given: { mode: "batch" } },
    { why: "the mode is skip, which asks for nobody itself", given: { mode: "skip" } },
    { why: "a label forbids it", given: { mayAutoApprove: false } },
    { why: "the attempt is past the maximum", given: { task: { attempt: 4 } } },
    { why: "the signal is not DONE", given: { round: { signal: "PARTIAL" } } },
    {
      why: "a check had concerns",
      given: { verdicts: [verdict("check:tests", "approved"), verdict("check:lint", "concerns")] },
    },
    {
      why: "a check ran without a sandbox",
      given: {
        verdicts: [
          verdict("check:tests", "approved"),
          verdict("check:lint", "approved", "lint", { sandboxed: false }),
        ],
      },
    },
    {
      why: "the gate needs fixes, although they only flag",
      given: { findings: [finding("major")], policy: { gate: { needsFixes: "flag" } } },
    },
    { why: "no check was asked", given: { stages: [[requirement("agent:sec")], [OWNER]] } },
    {
      why: "a check was set aside",
      given: {
        verdicts: [verdict("check:tests", "approved"), verdict("check:lint", "blocker")],
        round: { resolutions: [{ do: "set_aside", verdict: "vrd_checklintlint" }] },
      },
    },
    {
      why: "one of two runs of a check had concerns",
      given: {
        stages: [[requirement("check:tests", { who: ["tests", "again"], quorum: 2 })], [OWNER]],
        verdicts: [
          verdict("check:tests", "approved", "again"),
          verdict("check:tests", "concerns", "tests"),
        ],
      },
    },
  ])("waits for its person if $why [R-140] [H8]", ({ given }) => {
    const verdicts = [...GREEN, verdict("agent:sec", "approved")];
    const decision = decide(input({ stages: STAGES, verdicts, mode: "auto", ...given }));

    expect(decision).toMatchObject({ effect: "wait", stage: 1, outstanding: ["layer:owner"] });
    expect(rowsOf(decision)).not.toContain("auto_approved");
  });

  it.each<{ why: string; given: Parameters<typeof input>[0] }>([
    { why: "the attempt is the last allowed", given: { task: { attempt: 3 } } },
    { why: "there are only warnings", given: { findings: [finding("warning")] } },
    {
      why: "no signal is asked for",
      given: {
        round: { signal: "BLOCKED" },
        policy: { modes: { autoApprove: { requireSignalDone: false } } },
      },
    },
    {
      why: "checks need not have passed",
      given: {
        verdicts: [verdict("check:tests", "concerns"), verdict("check:lint", "concerns")],
        policy: { modes: { autoApprove: { requireQualityPass: false } } },
      },
    },
  ])("is satisfied if $why", ({ given }) => {
    const decision = decide(input({ stages: STAGES, verdicts: GREEN, mode: "auto", ...given }));

    expect(decision).toMatchObject({ complete: true, stage: 1 });
    expect(decision.flags).toContain("auto_approved");
  });

  it.each([
    { opinion: "approved", effect: "advance", row: "chain_approved" },
    { opinion: "concerns", effect: "rework", row: "chain_concerns" },
    { opinion: "blocker", effect: "escalate", row: "blocker" },
    { opinion: "abstained", effect: "escalate", row: "quorum_unreachable" },
  ] as const)("hears a person who answered $opinion instead", ({ opinion, effect, row }) => {
    const verdicts = [...GREEN, verdict("layer:owner", opinion)];
    const decision = decide(input({ stages: STAGES, verdicts, mode: "auto" }));

    expect(decision.effect).toBe(effect);
    expect(rowsOf(decision)).toContain(row);
    expect(decision.flags).toEqual([]);
  });

  it("never stands in for a person whom a chain or a protected path asks [D6] [H7]", () => {
    const stages = [[requirement("check:tests")], [requirement("layer:owner")]];
    const decision = decide(
      input({ stages, verdicts: [verdict("check:tests", "approved")], mode: "auto" }),
    );

    expect(decision).toMatchObject({ effect: "wait", outstanding: ["layer:owner"] });
  });

  it("is not a review: alone it approves nothing [H15]", () => {
    const decision = decide(
      input({
        stages: [[OWNER]],
        mode: "auto",
        policy: { modes: { autoApprove: { requireQualityPass: false } } },
      }),
    );

    expect(decision).toMatchObject({ effect: "escalate", complete: false });
    expect(rowsOf(decision)).toEqual(["auto_approved", "severity_pass", "zero_reviews"]);
  });
});

describe("mode skip", () => {
  it("has no person's requirement: green machines approve [R-141] [C19]", () => {
    const stages = [[requirement("check:tests"), requirement("check:lint")]];
    const decision = decide(input({ stages, verdicts: GREEN, mode: "skip" }));

    expect(decision).toMatchObject({ effect: "advance", complete: true, flags: [] });
  });

  it("does not get past blocking findings [C19]", () => {
    const stages = [[requirement("check:tests"), requirement("check:lint")]];
    const decision = decide(
      input({ stages, verdicts: GREEN, mode: "skip", findings: [finding("major")] }),
    );

    expect(decision).toMatchObject({ effect: "rework", complete: false });
  });
});
