import { describe, expect, it } from "vitest";
import { createChildRunner } from "./testing/child-runner.ts";
import { openLab } from "./testing/open-lab.ts";

const { ask } = await openLab();

/** What the engine records of a reviewer that prints this object. */
async function recorded(answer: object, reviewer: object = {}) {
  const echo = "completed: true, nonce, tree";
  const fields = JSON.stringify(answer).slice(1);
  const runner = createChildRunner(
    () => `process.stdout.write(JSON.stringify({ ${echo}, ${fields}));`,
  );
  const result = await ask(runner, { reviewer: { retries: 0, ...reviewer } });
  return { result, brief: runner.asked[0]?.brief ?? "" };
}

describe("a reviewer", () => {
  it.each(["approved", "concerns", "blocker"])(
    "may answer %s in the envelope of the panel document, with issues [R-114] [R-115]",
    async (verdict) => {
      const issue = { severity: "high", description: "MD5", file: "src/divide.ts" };
      const payload = {
        verdict,
        summary: "Read it all",
        issues: verdict === "approved" ? [] : [issue],
      };
      const { result } = await recorded({
        type: "review_result",
        reviewer: "reader",
        timestamp: "2026-01-01T00:00:00Z",
        payload,
      });

      expect(result).toMatchObject({
        opinion: verdict,
        summary: "Read it all",
        findings:
          verdict === "approved"
            ? []
            : [{ severity: "major", message: "MD5", file: "src/divide.ts" }],
      });
    },
  );

  it("may answer with a boolean, and must say why it is false [R-112]", async () => {
    const said = async (answer: object) => (await recorded(answer)).result;

    expect(await said({ approved: true })).toMatchObject({ opinion: "approved" });
    expect(await said({ approved: false, feedback: "No test" })).toMatchObject({
      opinion: "concerns",
      summary: "No test",
    });
    expect(await said({ approved: false })).toMatchObject({
      noResult: expect.stringContaining("not why"),
    });
  });

  it("is asked for one JSON object of a given form and nothing else [R-194]", async () => {
    const { brief } = await recorded({ approved: true });

    expect(brief).toContain("Answer with one JSON object of this form and nothing else:");
    expect(brief).toMatch(/"additionalProperties": ?false/);
  });
});
