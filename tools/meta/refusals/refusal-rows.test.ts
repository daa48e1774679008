import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REFUSAL_ROWS, REFUSALS_ELSEWHERE } from "../../../test/surfaces/refusal-rows.ts";
import { listRefusals } from "./list-refusals.ts";

describe("every refusal of a submission", () => {
  it("has a row in the table of all surfaces, or names the test that shows it", () => {
    const known = [
      ...REFUSAL_ROWS.map(({ refusal }) => refusal),
      ...Object.keys(REFUSALS_ELSEWHERE),
    ];

    expect(known.toSorted()).toEqual(listRefusals().toSorted());
  });

  it.each(Object.entries(REFUSALS_ELSEWHERE))("%s is shown in %s", (refusal, file) => {
    const [code = "", sentence = ""] = refusal.split(": ");
    const [longest = ""] = sentence.split("…").toSorted((a, b) => b.length - a.length);
    const end = longest.trim().split(" ").slice(-2).join(" ");

    expect(existsSync(file), file).toBe(true);
    const text = readFileSync(file, "utf8");
    expect(text.includes(code) || text.includes(end), refusal).toBe(true);
  });
});
