import { describe, expect, it } from "vitest";
import type { When } from "../../policy/schema-review.ts";
import { checkWhen } from "./check-when.ts";

const situation = {
  domains: ["money"],
  risk: 4,
  types: ["code"],
  labels: ["security"],
  paths: ["src/a.ts", "src/b.ts"],
};

describe("checkWhen", () => {
  it.each<[When, string]>([
    ["always", "every change"],
    [{ domain: "money" }, "domain money"],
    [{ riskAtLeast: 4 }, "risk 4 (at least 4)"],
    [{ type: "code" }, "type code"],
    [{ label: "security" }, "label security"],
    [{ paths: ["*.md", "src/*"] }, "path src/a.ts"],
    [{ domain: "money", riskAtLeast: 0 }, "domain money, risk 4 (at least 0)"],
  ])("holds for %j by the fact: %s [R-013] [R-093] [R-094]", (when, fact) => {
    expect(checkWhen(when, situation)).toEqual({ holds: true, fact });
  });

  it.each<[When, string]>([
    [{ domain: "auth" }, "domain auth"],
    [{ riskAtLeast: 5 }, "risk at least 5 (is 4)"],
    [{ type: "poem" }, "type poem (is code)"],
    [{ label: "docs" }, "label docs"],
    [{ paths: ["*.md", "*.txt"] }, "a path like *.md or *.txt"],
    [{ domain: "money", label: "docs" }, "label docs"],
    [{ domain: "auth", riskAtLeast: 7 }, "domain auth, risk at least 7 (is 4)"],
  ])("does not hold for %j, which needs: %s", (when, needs) => {
    expect(checkWhen(when, situation)).toEqual({ holds: false, needs });
  });
});
