import { describe, expect, it } from "vitest";
import { createChildRunner } from "./testing/child-runner.ts";
import { openLab } from "./testing/open-lab.ts";

const { ask, repository } = await openLab();
await repository.commit({
  "__snapshots__/a.snap": "ordinary snapshot text of sixty characters, one line of many\n".repeat(
    8_000,
  ),
  "src/zz.ts": "export const login = () => true;\n",
});

const PAGES = 3;
const cost = (costUsd: number | null) => ({ inputTokens: 10, outputTokens: 1, costUsd });
const finding = `{ severity: "major", category: "c", file: "src/zz.ts", line: 1, quote: "login", message: "It lets everybody in" }`;

describe("a change of several pages", () => {
  it("is asked page by page, each with a nonce of its own, the riskiest file first", async () => {
    const runner = createChildRunner(() => `say({ summary: "seen" });`);
    const result = await ask(runner);
    const nonces = runner.asked.map(({ brief }) => /nonce ([0-9a-f]{32}), tree/.exec(brief)?.[1]);

    expect(new Set(nonces).size).toBe(PAGES);
    expect(runner.asked[0]?.brief).toContain("login = () => true");
    expect(runner.asked[1]?.brief).toContain("This is page 2 of 3 of the change.");
    expect(result).toMatchObject({
      opinion: "approved",
      summary: "Page 1 of 3: seen\nPage 2 of 3: seen\nPage 3 of 3: seen",
      costUsd: 0.03,
      tokens: { input: 300, output: 30 },
    });
    expect(result).not.toHaveProperty("notShownWhole");
  });

  it.each([
    ["blocker", ["concerns", "blocker", "approved"]],
    ["concerns", ["approved", "approved", "concerns"]],
    ["abstained", ["approved", "abstained", "approved"]],
  ])("has the worst opinion: %s of %o", async (worst, said) => {
    const lines = (number: number) =>
      `say({ verdict: "${said[number - 1]}", findings: ${said[number - 1] === "approved" || said[number - 1] === "abstained" ? "[]" : `[${finding}]`} });`;
    const result = await ask(createChildRunner((_, number) => lines(number)));
    const objections = said.filter((word) => word === "concerns" || word === "blocker").length;

    expect(result).toMatchObject({ opinion: worst });
    expect("findings" in result && result.findings).toHaveLength(objections);
  });

  it("is not shown whole when the money for all pages is used up before the last", async () => {
    const runner = createChildRunner(() => "say({});", cost(0.6));
    const result = await ask(runner, { more: { limits: { costUsdPerReview: 1 } } });

    expect(runner.asked).toHaveLength(2);
    expect(result).toMatchObject({
      notShownWhole: "page 3 of 3 was not answered. Its budget for one answer is used up: $1.00.",
    });
  });

  it("shares the money between its pages where nobody knows what an answer cost", async () => {
    const runner = createChildRunner(() => "say({});", cost(null));
    const result = await ask(runner, { reviewer: { budgetUsd: 0.9 } });

    expect(runner.asked.map(({ reviewer }) => Number(reviewer.budgetUsd?.toFixed(2)))).toEqual([
      0.3, 0.3, 0.3,
    ]);
    expect(result).toMatchObject({ opinion: "approved", costUsd: 0.9 });
  });

  it("has no result when a page has none, and its tries are those of all pages", async () => {
    const runner = createChildRunner((_, number) =>
      number === 2 ? "say({});" : "process.exit(1);",
    );
    const result = await ask(runner, { reviewer: { retries: 1 } });

    expect(runner.asked).toHaveLength(3);
    expect(result).toMatchObject({ noResult: "It ended with exit code 1.", cause: "failed" });
  });

  it("keeps what was found on earlier pages when a later one has no result", async () => {
    const runner = createChildRunner((_, number) =>
      number === 1 ? `say({ verdict: "concerns", findings: [${finding}] });` : "process.exit(1);",
    );
    const result = await ask(runner, { reviewer: { retries: 0 } });

    expect(result).toMatchObject({
      opinion: "concerns",
      findings: [{ message: "It lets everybody in" }],
      notShownWhole: "page 2 of 3 was not answered. It ended with exit code 1.",
    });
  });
});
