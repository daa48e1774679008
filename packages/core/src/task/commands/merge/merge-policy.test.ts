import { describe, expect, it } from "vitest";
import { merging } from "../../../testing/merging.ts";

describe("a merge that would leave the target with an unreadable policy", () => {
  it("goes back to the author with the key as a finding, and costs no attempt", () => {
    const play = merging();
    const detail = "The merge would leave main with a policy that cannot be read: limits.attemps";
    play.mergeFails("policy_unreadable", detail);

    expect(play.task.findings[0]).toMatchObject({
      severity: "major",
      category: "merge-policy",
      message: detail,
      recommendation: "Merge main into your work, correct the policy, then submit again.",
    });
    expect([play.state, play.task.attempt]).toEqual(["rework", 1]);
  });

  it("goes back to the author if it changes the trust files", () => {
    const play = merging();
    const file = ".countersign/trust.json";
    play.mergeFails("trust_files", `The work changes ${file}`, [file]);

    expect(play.task.findings[0]).toMatchObject({
      severity: "major",
      category: "merge-trust",
      recommendation:
        "Merge main into your work, take the change of .countersign/trust.json out, then submit again.",
    });
    expect([play.state, play.task.attempt]).toEqual(["rework", 1]);
  });

  it("says what failed where no details are known", () => {
    const play = merging();
    play.mergeFails("policy_unreadable");

    expect(play.task.findings[0]?.message).toBe(
      "Merged with the target, the work would leave a policy that cannot be read.",
    );
  });
});
