import { describe, expect, it } from "vitest";
import { readClaudeOutput } from "./read-claude-output.ts";

const GOOD = {
  type: "result",
  subtype: "success",
  is_error: false,
  structured_output: { completed: true },
  total_cost_usd: 0.25,
  modelUsage: {
    big: { inputTokens: 10, cacheReadInputTokens: 5, cacheCreationInputTokens: 1, outputTokens: 3 },
    small: { inputTokens: 100, outputTokens: 20 },
  },
};

const read = (value: object | string, printed: { code?: number; droppedBytes?: number } = {}) =>
  readClaudeOutput({
    code: 0,
    stdout: typeof value === "string" ? value : `${JSON.stringify(value)}\n`,
    stderr: "",
    droppedBytes: 0,
    ...printed,
  });

describe("readClaudeOutput", () => {
  it("takes the answer that was held against the form, and the sum of all models", () => {
    expect(read(GOOD)).toEqual({
      ok: true,
      text: '{"completed":true}',
      usage: { inputTokens: 116, outputTokens: 23, costUsd: 0.25 },
    });
  });

  it("reads past what is no result", () => {
    expect(read(`Warning: old\n{"type":"system"}\n{broken\n${JSON.stringify(GOOD)}`).ok).toBe(true);
  });

  it.each([
    [
      { ...GOOD, is_error: true, result: "API Error:\n overloaded" },
      "failed: API Error: overloaded",
    ],
    [{ ...GOOD, structured_output: undefined, result: "Approved!" }, "ended without an answer"],
    [{ ...GOOD, structured_output: "approved" }, "ended without an answer"],
    [{ ...GOOD, structured_output: [GOOD] }, "ended without an answer"],
    [{ ...GOOD, is_error: "false" }, "ended without an answer"],
    [{ ...GOOD, subtype: "odd" }, "ended without an answer"],
    [{ ...GOOD, subtype: "error_max_turns" }, "needed more turns than it may take"],
    ["", "ended without an answer"],
    ["{}", "ended without an answer"],
    ["Approved", "ended without an answer"],
  ])("finds no answer in %j", (value, reason) => {
    expect(read(value)).toMatchObject({
      ok: false,
      reason: `Claude Code ${reason}`,
      again: "soon",
    });
  });

  it("does not take an answer from a program that failed", () => {
    expect(read(GOOD, { code: 1 })).toMatchObject({
      ok: false,
      reason: "Claude Code ended with code 1 and no answer",
    });
  });

  it("does not ask again when it would cost too much", () => {
    expect(read({ ...GOOD, subtype: "error_max_budget_usd" })).toMatchObject({
      ok: false,
      again: "never",
      reason: "Claude Code would have cost more than it may",
    });
  });

  it("says that it printed too much", () => {
    expect(read("…the end}", { droppedBytes: 5 })).toMatchObject({
      reason: "Claude Code printed more than can be read",
    });
  });

  it.each([
    [{ modelUsage: undefined }, null],
    [{ modelUsage: "much" }, null],
    [
      { modelUsage: { a: { inputTokens: -5, outputTokens: "9" }, b: null }, total_cost_usd: -1 },
      { inputTokens: 0, outputTokens: 0, costUsd: null },
    ],
  ])("believes no use of %j", (more, usage) => {
    expect(read({ ...GOOD, ...more })).toMatchObject({ ok: true, usage });
  });
});
