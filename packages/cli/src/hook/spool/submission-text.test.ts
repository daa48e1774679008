import { expect, it } from "vitest";
import { submissionText } from "./submission-text.ts";

const of = (summary: string, stopReason: string | null = null) =>
  submissionText({ summary, stopReason });

it("submits work as done where its agent says nothing about it", () => {
  expect(of("I wrote it.")).toEqual({ signal: "DONE", summary: "I wrote it." });
});

it("submits what the agent says about its work, with its message [R-052]", () => {
  const said = "Half of it is there.\n\nSTATUS: PARTIAL";
  expect(of(said)).toEqual({ signal: "PARTIAL", summary: said });
  expect(of('I need a key.\nSTATUS: BLOCKED\nMESSAGE: "Which key?"')).toEqual({
    signal: "BLOCKED",
    summary: "Which key?",
  });
});

it("submits work of a model that was cut off as partial [R-052]", () => {
  expect(of("I wrote it and", "max_tokens")).toMatchObject({ signal: "PARTIAL" });
});

it("keeps the beginning of a long message, and finds the signal at its end", () => {
  const long = of(`${"word ".repeat(2_000)}\n\nSTATUS: PARTIAL`);
  expect([long.signal, long.summary.length]).toEqual(["PARTIAL", 4_000]);
});
