import { CountersignError } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { createMetrics, timeEffects } from "./metrics.ts";
import { createTimings } from "./timings.ts";

describe("the metrics", () => {
  it("count by outcome and put durations into buckets that include the smaller ones", () => {
    const timings = createTimings("x", "type", "Things");
    timings.add("submit", "ok", 0.02);
    timings.add("submit", "ok", 7);
    timings.add("submit", "wrong_state", 0.001);

    const lines = timings.text().split("\n");
    expect(lines).toContain('x_total{type="submit",outcome="ok"} 2');
    expect(lines).toContain('x_total{type="submit",outcome="wrong_state"} 1');
    expect(lines).toContain('x_seconds_bucket{type="submit",outcome="ok",le="0.01"} 0');
    expect(lines).toContain('x_seconds_bucket{type="submit",outcome="ok",le="0.025"} 1');
    expect(lines).toContain('x_seconds_bucket{type="submit",outcome="ok",le="10"} 2');
    expect(lines).toContain('x_seconds_bucket{type="submit",outcome="ok",le="+Inf"} 2');
    expect(lines).toContain('x_seconds_sum{type="submit",outcome="ok"} 7.02');
    expect(lines).toContain('x_seconds_count{type="submit",outcome="ok"} 2');
  });

  it("have a bounded number of series, whatever they are told", () => {
    const timings = createTimings("x", "kind", "Things");
    for (let n = 0; n < 2_000; n += 1) timings.add(`k_${letters(n)}`, "ok", 1);
    timings.add('"}\nevil 1', "ok", 1);

    const totals = timings.text().match(/^x_total\{.*$/gm) ?? [];
    expect(totals.length).toBeLessThanOrEqual(402);
    expect(totals.map((line) => Number(line.split(" ").at(-1))).reduce((a, b) => a + b)).toBe(
      2_001,
    );
    expect(timings.text()).not.toContain("evil");
  });

  it("count effects by kind, and how they ended", async () => {
    const metrics = createMetrics();
    const outcomes = [null, new CountersignError("timed_out", "slow"), new Error("x")];
    const handler = timeEffects(async () => {
      const outcome = outcomes.shift() ?? null;
      if (outcome !== null) throw outcome;
    }, metrics);
    const job = { id: "a:1", org: "a", kind: "merge", payload: {} };
    await handler(job);
    await expect(handler(job)).rejects.toThrow("slow");
    await expect(handler(job)).rejects.toThrow("x");

    const text = metrics.text();
    for (const outcome of ["ok", "timed_out", "error"])
      expect(text).toContain(`countersign_effects_total{kind="merge",outcome="${outcome}"} 1`);
  });

  it("are lines that a monitor can read: a help, a type and numbers", () => {
    const metrics = createMetrics();
    metrics.fieldsDropped(3);
    const lines = metrics.text().trimEnd().split("\n");

    expect(lines).toContain("countersign_log_fields_dropped_total 3");
    for (const line of lines)
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^}]*\})? [\d.e+-]+)$/);
  });
});

function letters(n: number): string {
  return [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}
