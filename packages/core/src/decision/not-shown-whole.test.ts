import { describe, expect, it } from "vitest";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";

const READER = requirement("agent:reader");
const PANEL = requirement("panel", { who: ["codex", "gemini", "qwen"], quorum: 2 });
const PART = { notShownWhole: "2 files beyond page 5." };

const part = (id: string, opinion: "concerns" | "abstained", by: string, more: object = {}) =>
  verdict(id, opinion, by, { ...PART, ...more });

describe("a reviewer that was not shown the whole change", () => {
  it("leaves the requirement to the owner, with the reason", () => {
    const verdicts = [part(READER.id, "abstained", "reader")];
    const decision = decide(input({ stages: [[READER]], verdicts }));

    expect(decision).toMatchObject({ effect: "escalate", complete: false, gate: "pending" });
    expect(reasonOf(decision, "not_shown_whole")).toEqual({
      table: "requirement",
      row: "not_shown_whole",
      effect: "escalate",
      requirement: "agent:reader",
      inputs: { by: ["reader"], why: ["2 files beyond page 5."] },
    });
  });

  it("fills no quorum with concerns that name nothing to fix", () => {
    const verdicts = [part(READER.id, "concerns", "reader")];

    expect(decide(input({ stages: [[READER]], verdicts })).effect).toBe("escalate");
  });

  it("does not ask the owner about work that goes back to its author in any case", () => {
    const decision = decide(
      input({
        stages: [[READER]],
        verdicts: [part(READER.id, "concerns", "reader", { findings: ["F-1"] })],
        findings: [finding("critical", { raisedBy: ["reader"] })],
      }),
    );

    expect(decision.effect).toBe("rework");
    expect(reasonOf(decision, "not_shown_whole")?.effect).toBeNull();
  });

  it("stops nothing where enough others saw the whole change", () => {
    const verdicts = [
      verdict("panel", "approved", "codex"),
      verdict("panel", "approved", "gemini"),
      part("panel", "abstained", "qwen"),
    ];
    const decision = decide(input({ stages: [[PANEL]], verdicts }));

    expect(decision).toMatchObject({ effect: "advance", complete: true });
    expect(rowsOf(decision)).not.toContain("not_shown_whole");
  });

  it("counts once with the same reason, and the others are still waited for", () => {
    const two = [part("panel", "abstained", "codex"), part("panel", "concerns", "gemini")];
    const waiting = decide(input({ stages: [[PANEL]], verdicts: two }));
    const three = [...two, verdict("panel", "approved", "qwen")];
    const decision = decide(input({ stages: [[PANEL]], verdicts: three }));

    expect(waiting.effect).toBe("wait");
    expect(reasonOf(decision, "not_shown_whole")?.inputs).toEqual({
      by: ["codex", "gemini"],
      why: ["2 files beyond page 5."],
    });
  });

  it("only flags unfinished work", () => {
    const verdicts = [part(READER.id, "abstained", "reader")];
    const round = { purpose: "checkup" } as const;
    const decision = decide(input({ stages: [[READER]], verdicts, round }));

    expect(reasonOf(decision, "not_shown_whole")?.effect).toBe("flag");
    expect(decision.complete).toBe(false);
  });
});
