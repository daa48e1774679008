import { describe, expect, it } from "vitest";
import type { ReviewerRunner } from "../../ports/reviewer-runner.ts";
import { createChildRunner } from "./testing/child-runner.ts";
import { openLab } from "./testing/open-lab.ts";

const { ask } = await openLab();

describe("a reviewer without a result", () => {
  it("is asked again as often as it may be, each time with another nonce, and every try counts [R-095]", async () => {
    const runner = createChildRunner((_, number) => (number < 3 ? "process.exit(1);" : "say({});"));
    const result = await ask(runner, { reviewer: { retries: 2 } });
    const nonces = runner.asked.map(({ brief }) => /nonce ([0-9a-f]{32}),/.exec(brief)?.[1]);

    expect(result).toMatchObject({ opinion: "approved", tokens: { input: 300, output: 30 } });
    expect(result.costUsd).toBeCloseTo(0.03);
    expect(new Set(nonces).size).toBe(3);
  });

  it("is asked no more often than that, and its tries are paid for", async () => {
    const runner = createChildRunner(() => "process.exit(1);");
    const result = await ask(runner, { reviewer: { retries: 2 } });

    expect(runner.asked).toHaveLength(3);
    expect(result.costUsd).toBeCloseTo(0.03);
  });

  it("is not asked again where that is in vain, or where it asks to wait too long", async () => {
    const runner = createChildRunner(() => "");
    const asked: number[] = [];
    const refusing = (more: object): ReviewerRunner => ({
      ...runner,
      async ask() {
        asked.push(1);
        const rest = { usage: null, durationMs: 1, sandboxed: true };
        return { ok: false, reason: "No.", again: "soon", ...rest, ...more };
      },
    });
    await ask(refusing({ again: "never" }), { reviewer: { retries: 5 } });
    await ask(refusing({ afterMs: 3_600_000 }), { reviewer: { retries: 5, budgetUsd: 0 } });

    expect(asked).toHaveLength(2);
  });

  it("is asked again after as long as it says", async () => {
    const runner = createChildRunner(() => "say({});");
    let tries = 0;
    const busy: ReviewerRunner = {
      ...runner,
      async ask(given) {
        tries += 1;
        if (tries > 1) return runner.ask(given);
        const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
        const rest = { usage, durationMs: 1, sandboxed: true };
        return { ok: false, reason: "Busy.", again: "soon", afterMs: 300, ...rest };
      },
    };
    const began = performance.now();

    expect(await ask(busy)).toMatchObject({ opinion: "approved" });
    expect(performance.now() - began).toBeGreaterThanOrEqual(299);
  });
});

describe("a spending cap", () => {
  const unknown = { inputTokens: 5, outputTokens: 5, costUsd: null };

  it("that is reached keeps a reviewer from being asked", async () => {
    const runner = createChildRunner(() => "say({});");

    expect(await ask(runner, { spentTodayUsd: 50 })).toEqual({
      kind: "agent",
      noResult: "The spending cap of one day is reached: $50.00 of $50.00.",
      cause: "over_cap",
      costUsd: 0,
      tokens: null,
    });
    expect(await ask(runner, { task: { costUsd: 6 } })).toMatchObject({ cause: "over_cap" });
    expect(runner.asked).toEqual([]);
  });

  it("leaves a reviewer what is left of it", async () => {
    const runner = createChildRunner(() => "say({});");
    await ask(runner, { task: { costUsd: 4.25 } });

    expect(runner.asked[0]?.reviewer.budgetUsd).toBe(0.75);
  });

  it("counts what nobody knows as all that the answer could have cost", async () => {
    const runner = createChildRunner(() => "say({});", unknown);

    expect(await ask(runner, { reviewer: { budgetUsd: 0.4 } })).toMatchObject({ costUsd: 0.4 });
  });

  it("ends the retries, and the reason says both", async () => {
    const runner = createChildRunner(() => "process.exit(1);", unknown);
    const result = await ask(runner, { reviewer: { retries: 5 } });

    expect(runner.asked).toHaveLength(1);
    expect(result).toMatchObject({
      cause: "failed",
      costUsd: 1,
      noResult:
        "It ended with exit code 1. It was not asked again. The spending cap of one review is reached: $1.00 of $1.00.",
    });
  });
});
