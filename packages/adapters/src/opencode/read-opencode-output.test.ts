import { describe, expect, it } from "vitest";
import { readOpencodeOutput } from "./read-opencode-output.ts";

const ANSWER = JSON.stringify({ completed: true, nonce: "n" });
const text = (said: string) => ({ type: "text", part: { text: said } });
const STEP = {
  type: "step_finish",
  part: { tokens: { input: 10, output: 2, cache: { read: 5, write: 1 } } },
};

const read = (events: readonly object[], more: { code?: number; droppedBytes?: number } = {}) =>
  readOpencodeOutput({
    code: 0,
    stdout: events.map((event) => JSON.stringify(event)).join("\n"),
    stderr: "",
    droppedBytes: 0,
    ...more,
  });

describe("readOpencodeOutput", () => {
  it("takes the last text, and what all steps used", () => {
    expect(read([text("Let me look"), STEP, text(ANSWER), STEP])).toEqual({
      ok: true,
      text: ANSWER,
      usage: { inputTokens: 32, outputTokens: 4, costUsd: null },
    });
  });

  it.each([
    [[text(ANSWER), text("Looks good")], "did not answer in the form that was asked for"],
    [[STEP], "ended without an answer"],
    [[text("")], "ended without an answer"],
    [[{ type: "text", part: ANSWER }], "ended without an answer"],
    [
      [text(ANSWER), { type: "error", error: { name: "APIError", data: { message: "bad\nkey" } } }],
      "failed: bad key",
    ],
    [[{ type: "error" }], "failed"],
  ])("finds no answer in %j", (events, reason) => {
    expect(read(events)).toMatchObject({ ok: false, again: "soon", reason: `OpenCode ${reason}` });
  });

  it("does not take an answer from a program that failed", () => {
    expect(read([text(ANSWER)], { code: 1 }).ok).toBe(false);
  });

  it("says that it printed too much", () => {
    expect(read([], { droppedBytes: 1 })).toMatchObject({
      reason: "OpenCode printed more than can be read",
    });
  });
});
