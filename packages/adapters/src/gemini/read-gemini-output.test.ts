import { describe, expect, it } from "vitest";
import { readGeminiOutput } from "./read-gemini-output.ts";

const ANSWER = JSON.stringify({ completed: true, nonce: "n" });
const STATS = { models: { a: { tokens: { prompt: 10, candidates: 2, thoughts: 3 } }, b: {} } };

const read = (value: object | string, more: { code?: number; droppedBytes?: number } = {}) =>
  readGeminiOutput({
    code: 0,
    stdout: typeof value === "string" ? value : JSON.stringify(value, null, 2),
    stderr: "",
    droppedBytes: 0,
    ...more,
  });

describe("readGeminiOutput", () => {
  it.each([ANSWER, `\`\`\`json\n${ANSWER}\n\`\`\``, `Here it is: ${ANSWER}`])(
    "takes %j",
    (text) => {
      expect(read({ response: text, stats: STATS })).toEqual({
        ok: true,
        text,
        usage: { inputTokens: 10, outputTokens: 5, costUsd: null },
      });
    },
  );

  it.each([
    [{ response: "Looks good" }, "did not answer in the form that was asked for"],
    [{ response: '{"verdict":"approved"}' }, "did not answer in the form that was asked for"],
    [{ response: ANSWER.slice(0, -1) }, "did not answer in the form that was asked for"],
    [{ response: "" }, "ended without an answer"],
    [{ response: { completed: true } }, "ended without an answer"],
    [{ response: ANSWER, error: { message: "no\nquota" } }, "failed: no quota"],
    ["", "ended without an answer"],
    [`{"response": ${JSON.stringify(ANSWER)}`, "ended without an answer"],
  ])("finds no answer in %j", (value, reason) => {
    expect(read(value)).toMatchObject({ ok: false, again: "soon", reason: `Gemini CLI ${reason}` });
  });

  it("does not take an answer from a program that failed", () => {
    expect(read({ response: ANSWER }, { code: 1 }).ok).toBe(false);
  });
});
