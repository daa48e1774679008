import { describe, expect, it } from "vitest";
import { approvalEffect } from "./approval-effect.ts";

const owner = {
  id: "layer:owner",
  status: "waiting",
  human: true,
  who: ["ana"],
  layers: ["owner"],
  quorum: 1,
  verdicts: [],
} as const;
type Needed = NonNullable<Parameters<typeof approvalEffect>[0]["round"]>["requirements"][number];
const need = (given: Partial<Needed>): Needed => ({
  ...owner,
  who: [...owner.who],
  layers: [...owner.layers],
  verdicts: [],
  ...given,
});
const task = (...requirements: Needed[]) => ({
  round: { content: { target: "main" }, requirements },
});

describe("approvalEffect", () => {
  it("names the branch when nothing else is missing", () => {
    const checks = need({ id: "check:tests", layers: [], human: false, status: "satisfied" });
    expect(approvalEffect(task(checks, need({})), "ana")).toBe("Approve and merge into main");
  });

  it("names what is missing after it", () => {
    const csuite = need({ id: "layer:csuite", layers: ["csuite"], who: ["bo"] });
    const tests = need({ id: "check:tests", layers: [], human: false, who: [] });
    expect(approvalEffect(task(need({}), csuite, tests), "ana")).toBe(
      "Approve; the merge then waits for csuite (bo), tests",
    );
    expect(approvalEffect(task(need({ quorum: 2 })), "ana")).toBe(
      "Approve; the merge then waits for another reviewer",
    );
  });

  it.each([
    ["merge", "Approve and merge into main"],
    ["squash", "Approve and squash into main"],
    ["rebase", "Approve and rebase onto main"],
    ["none", "Approve; nothing is merged, and the branch stays"],
    [null, "Approve"],
  ] as const)("names the effect of the strategy %s", (strategy, effect) => {
    expect(approvalEffect(task(need({})), "ana", strategy)).toBe(effect);
  });

  it("names the further people of a layer, with any strategy", () => {
    const people = need({ id: "layer:csuite", layers: ["csuite"], who: ["bo", "cy", "di"] });
    expect(approvalEffect(task(need({}), people), "ana", "none")).toBe(
      "Approve; it then waits for csuite (bo or cy or 1 more)",
    );
    expect(approvalEffect(task(need({}), people), "ana", null)).toBe(
      "Approve; the merge then waits for csuite (bo or cy or 1 more)",
    );
  });

  it("promises no merge to a person who is not asked", () => {
    expect(approvalEffect(task(need({ who: ["bo"] })), "ana")).toContain("waits for owner");
    expect(approvalEffect({ round: null }, "ana")).toBe("Approve");
  });
});
