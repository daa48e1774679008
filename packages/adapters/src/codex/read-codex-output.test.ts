import { answerJsonSchema } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { ANSWER_MARK, readCodexOutput } from "./read-codex-output.ts";

const ANSWER = {
  completed: true,
  nonce: "n",
  tree: "a".repeat(40),
  verdict: "approved",
  summary: "",
  findings: [],
};
const DONE = { type: "turn.completed", usage: { input_tokens: 12, output_tokens: 3 } };
const FAILED = { type: "turn.failed", error: { message: "stream\nclosed" } };

const printed = (events: readonly object[], answer: string): string =>
  `${events.map((event) => JSON.stringify(event)).join("\n")}\n\n${ANSWER_MARK}\n${answer}`;

const read = (
  stdout: string,
  more: { code?: number; droppedBytes?: number; stderr?: string } = {},
) =>
  readCodexOutput(
    { code: 0, stdout, stderr: "", droppedBytes: 0, ...more },
    { answerSchema: { ...answerJsonSchema() } },
  );

describe("readCodexOutput", () => {
  it("takes the answer of the asked form, and what was used", () => {
    expect(read(printed([{ type: "turn.started" }, DONE], JSON.stringify(ANSWER)))).toEqual({
      ok: true,
      text: JSON.stringify(ANSWER),
      usage: { inputTokens: 12, outputTokens: 3, costUsd: null },
    });
  });

  it("keeps the answer when what came before it was too much to keep", () => {
    const stdout = printed([DONE], JSON.stringify(ANSWER)).slice(5);

    expect(read(stdout, { droppedBytes: 1_000 })).toMatchObject({ ok: true, usage: null });
  });

  it("is not misled by a mark inside of the answer", () => {
    const summary = `\n${ANSWER_MARK}\n`;

    expect(read(printed([DONE], JSON.stringify({ ...ANSWER, summary }))).ok).toBe(true);
    expect(read(printed([DONE], `{}\n${ANSWER_MARK}\n${JSON.stringify(ANSWER)}`)).ok).toBe(false);
  });

  it.each([
    ["Looks good, approved"],
    ["{}"],
    ["[]"],
    ["null"],
    ['{"verdict":"approved"}'],
    [JSON.stringify({ ...ANSWER, completed: false })],
    [JSON.stringify({ ...ANSWER, verdict: "great" })],
    [JSON.stringify({ ...ANSWER, findings: null })],
    [JSON.stringify({ ...ANSWER, more: 1 })],
    [JSON.stringify(ANSWER).slice(0, -1)],
  ])("refuses an answer of another form: %s", (answer) => {
    expect(read(printed([DONE], answer))).toMatchObject({
      ok: false,
      again: "soon",
      reason: "Codex did not answer in the form that was asked for",
    });
  });

  it("does not take an answer from a turn that failed", () => {
    expect(read(printed([FAILED], JSON.stringify(ANSWER)))).toMatchObject({
      ok: false,
      reason: "Codex failed: stream closed",
    });
  });

  it.each([
    [printed([DONE], ""), {}, "ended without an answer"],
    [printed([DONE], JSON.stringify(ANSWER)), { code: 2 }, "ended with code 2 and no answer"],
    [
      "",
      { code: 2, stderr: "unexpected\nargument" },
      "ended with code 2 and no answer: unexpected argument",
    ],
    ["…the end", { droppedBytes: 9 }, "printed more than can be read"],
  ])("finds no answer in %j", (stdout, more, reason) => {
    expect(read(stdout, more)).toMatchObject({
      ok: false,
      reason: `Codex ${reason}`,
      again: "soon",
    });
  });
});
