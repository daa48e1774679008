import { describe, expect, it } from "vitest";
import { createPasskeyChallenges } from "./passkey-challenges.ts";

describe("the challenges of passkeys", () => {
  it("are valid once, for five minutes, in the process that issued them", () => {
    let nowMs = 1_000;
    const challenges = createPasskeyChallenges(() => nowMs);
    const [first, second, late] = [challenges.issue(), challenges.issue(), challenges.issue()];
    expect(challenges.take(first)).toBe(true);
    expect(challenges.take(first)).toBe(false);
    expect(createPasskeyChallenges(() => nowMs).take(second)).toBe(false);
    nowMs += 299_999;
    expect(challenges.take(second)).toBe(true);
    nowMs += 1;
    expect(challenges.take(late)).toBe(false);
  });

  it.each(["", "csp_", `csp_99999999_${"A".repeat(43)}_${"A".repeat(43)}`])(
    "are not %j",
    (text) => {
      expect(createPasskeyChallenges(() => 0).take(text)).toBe(false);
    },
  );

  it("cannot be prolonged", () => {
    const challenges = createPasskeyChallenges(() => 0);
    expect(challenges.take(challenges.issue().replace(/_[0-9]+_/, "_999999999_"))).toBe(false);
  });
});
