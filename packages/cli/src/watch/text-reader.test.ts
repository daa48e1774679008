import { describe, expect, it } from "vitest";
import { agentTexts, createPlainReader, createTranscriptReader } from "./text-reader.ts";

const FORMS = { structured: true, naturalLanguage: "act" } as const;

/** What each batch of lines asks for. */
function acts(reader: ReturnType<typeof createPlainReader>, ...batches: string[][]): string[][] {
  return batches.map((lines) =>
    reader.read(lines).actions.map(({ act, task }) => `${act} ${task}`),
  );
}

describe("createPlainReader", () => {
  it.each([
    ["REVIEW::SUBMIT task_id=5 chain_type=code", "submit 5"],
    ["REVIEW::APPROVE task_id=5", "approve 5"],
    ['REVIEW::REJECT task_id=5 feedback="Missing error handling"', "reject 5"],
    ["self-review complete task #5", "approve 5"],
    ["approved task #5", "approve 5"],
    ["needs revision on task #5", "reject 5"],
  ])("reads %s [R-040]", (line, act) => {
    expect(acts(createPlainReader(FORMS), ["Some work.", line])).toEqual([[act]]);
  });

  it("remembers what earlier lines have opened", () => {
    const reader = createPlainReader(FORMS);
    const batches = [
      ["```"],
      ["approved task #1"],
      ["```", "approved task #2"],
      ["approved task #3"],
    ];
    expect(acts(reader, ...batches)).toEqual([[], [], ["approve 2"], ["approve 3"]]);
  });

  it.each([
    ["a quoted paragraph", ["> he said"], ["approved task #1"]],
    ["a comment", ["<!-- notes"], ["approved task #1"]],
    ["a quotation", ['She wrote: "I think'], ["approved task #1"]],
    [
      "a fence after the word that we look for",
      ["approved task probe-0", "~~~"],
      ["approved task #1"],
    ],
  ])("does not act in %s that goes on", (_, ...batches) => {
    const [, last] = acts(createPlainReader(FORMS), ...batches);
    expect(last).toEqual([]);
  });

  it("does nothing any more once something stays open for too long", () => {
    const reader = createPlainReader(FORMS);
    const filler = Array.from({ length: 2_000 }, () => "x".repeat(60));
    expect(acts(reader, ["```"], filler, ["```", "", "approved task #1"])).toEqual([[], [], []]);
  });

  it("reads any amount of lines at once", () => {
    const filler = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
    const reader = createPlainReader(FORMS);
    expect(acts(reader, [...filler, "approved task #1"])).toEqual([["approve 1"]]);
  });
});

describe("createTranscriptReader", () => {
  const said = "approved task #5";

  it.each([
    [
      "Claude Code",
      {
        type: "assistant",
        message: { role: "assistant", content: [{ type: "text", text: said }] },
      },
    ],
    [
      "Codex",
      {
        type: "response_item",
        payload: {
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: said }],
        },
      },
    ],
    ["plain messages", { role: "assistant", content: said }],
  ])("hears the agent in a transcript of %s", (_, entry) => {
    const { actions } = createTranscriptReader(FORMS).read([JSON.stringify(entry)]);
    expect(actions).toMatchObject([{ act: "approve", task: "5" }]);
  });

  it.each([
    ["a person", { type: "user", message: { role: "user", content: said } }],
    [
      "a tool",
      {
        type: "assistant",
        message: { role: "assistant", content: [{ type: "tool_result", text: said }] },
      },
    ],
    [
      "a thought",
      {
        type: "assistant",
        message: { role: "assistant", content: [{ type: "thinking", thinking: said, text: said }] },
      },
    ],
    [
      "a helper",
      { type: "assistant", isSidechain: true, message: { role: "assistant", content: said } },
    ],
    ["a system message", { role: "system", content: said }],
    [
      "a person in Codex",
      { type: "response_item", payload: { type: "message", role: "user", content: said } },
    ],
    [
      "a call in Codex",
      {
        type: "response_item",
        payload: { type: "function_call", role: "assistant", content: said },
      },
    ],
    [
      "an event",
      {
        type: "event_msg",
        payload: { role: "assistant", content: said },
        role: "assistant",
        content: said,
      },
    ],
  ])("does not take %s for the agent", (_, entry) => {
    expect(agentTexts(JSON.stringify(entry))).toEqual([]);
  });

  it("hears nothing in what is no transcript", () => {
    expect(["approved task #5", "", "[]", '"x"', "\0{}"].flatMap(agentTexts)).toEqual([]);
  });
});
