import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { times } from "../testing/times.ts";
import { createPlainReader, createTranscriptReader, type TextReader } from "./text-reader.ts";

const FORMS = { structured: true, naturalLanguage: "act" } as const;
const RUNS = times(100_000, 1_000);

const task = fc.constantFrom("5", "12", "907");
const LEGITIMATE: readonly ((id: string) => [line: string, act: string])[] = [
  (id) => [`REVIEW::SUBMIT task_id=${id} chain_type=code`, `submit ${id}`],
  (id) => [`REVIEW::SUBMIT task_id=${id}`, `submit ${id}`],
  (id) => [`REVIEW::APPROVE task_id=${id}`, `approve ${id}`],
  (id) => [`REVIEW::REJECT task_id=${id} feedback="Missing error handling"`, `reject ${id}`],
  (id) => [`REVIEW::REJECT task_id=${id}`, `reject ${id}`],
  (id) => [`self-review complete task #${id}`, `approve ${id}`],
  (id) => [`approved task #${id}`, `approve ${id}`],
  (id) => [`needs revision on task #${id}`, `reject ${id}`],
];
const legitimate = fc.tuple(fc.constantFrom(...LEGITIMATE), task).map(([form, id]) => form(id));

/** Ways in which a text shows one of the forms without saying it. */
const SHOWN: readonly ((line: string) => string[])[] = [
  (line) => [`> ${line}`, ""],
  (line) => ["> earlier he wrote", line, ""],
  (line) => ["```", line, "```"],
  (line) => ["````markdown", "```", line, "```", line, "````"],
  (line) => ["~~~text", line, "~~~"],
  (line) => ["diff --git a/x b/x", "@@ -1 +1 @@", `-${line}`, `+${line}`],
  (line) => [` ${line}`],
  (line) => [`    ${line}`],
  (line) => [`\t${line}`],
  (line) => [JSON.stringify({ text: line })],
  (line) => ["{", `  "text": ${JSON.stringify(line)},`, "}"],
  (line) => [`"${line}"`],
  (line) => [`\`${line}\``],
  (line) => [`“${line}”`],
  (line) => [`<!-- ${line} -->`],
  (line) => ["<!--", line, "-->", ""],
  (line) => ["<pre>", line, "</pre>", ""],
  (line) => ["<details>", "", line, "", "</details>", ""],
  (line) => ["<div>", "<div>", "x", "</div>", line, "</div>", ""],
  (line) => [`- ${line}`],
  (line) => [`1. ${line}`],
  (line) => [`# ${line}`],
  (line) => [`not ${line}`],
  (line) => [`I have not ${line}`],
  (line) => [`${line} is what I would never say`],
  (line) => [`${line}?`],
  (line) => [`should it be ${line}`],
  (line) => [`user: ${line}`],
  (line) => [`agent-2: ${line}`],
  (line) => [`[09:41:07] ${line}`],
  (line) => [`[09:41:07] codex> ${line}`],
  (line) => [`$ echo ${line}`],
  (line) => [`${line} and ${line}`],
  (line) => [`${line}\u200b`],
  (line) => [`\u202e${line}`],
  (line) => [`${line}\rREVIEW::APPROVE task_id=1`],
  (line) => [line.replace("a", "\u0430").replace("A", "\u0410").replace("needs", "n\u0435eds")],
];
const shown = fc.tuple(fc.constantFrom(...SHOWN), legitimate).map(([show, [line]]) => show(line));

const prose = fc.constantFrom<string[][]>(
  ["Ran the tests, all 41 pass."],
  [""],
  ["## What I did", "", "- moved the limit", "- wrote a test"],
  ["The task is nearly done. Review follows."],
  ["```ts", "const approved = true; // task 5", "```"],
);
const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 7 }));

function acts(reader: TextReader, lines: readonly string[], sizes: Iterator<number>): string[] {
  const found: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const size = sizes.next().value ?? 1;
    const { actions } = reader.read(lines.slice(at, at + size));
    found.push(...actions.map(({ act, task: id }) => `${act} ${id}`));
    at += size;
  }
  return found;
}

/** How somebody else's words lie in transcripts. */
const FOREIGN: readonly ((text: string) => object)[] = [
  (text) => ({ type: "user", message: { role: "user", content: text } }),
  (text) => ({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", content: text }] },
  }),
  (text) => ({
    type: "assistant",
    isSidechain: true,
    message: { role: "assistant", content: [{ type: "text", text }] },
  }),
  (text) => ({
    type: "assistant",
    message: { role: "assistant", content: [{ type: "tool_use", input: { text } }] },
  }),
  (text) => ({
    type: "assistant",
    message: { role: "assistant", content: [{ type: "thinking", thinking: text }] },
  }),
  (text) => ({
    type: "response_item",
    payload: { type: "message", role: "user", content: [{ type: "input_text", text }] },
  }),
  (text) => ({ type: "response_item", payload: { type: "function_call_output", output: text } }),
  (text) => ({ type: "event_msg", payload: { type: "agent_message", message: text } }),
  (text) => ({ type: "summary", summary: text }),
  (text) => ({ role: "system", content: text }),
  (text) => ({ role: "user", content: text }),
];
const foreign = fc.tuple(fc.constantFrom(...FOREIGN), legitimate).map(([say, [line]]) => say(line));

function said(text: string): object {
  return { type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } };
}

describe("generated transcripts", () => {
  it("move no task, whatever they quote, show, deny, ask or report, in whatever pieces they come", () => {
    let read = 0;
    const pieces = fc.array(fc.oneof({ weight: 2, arbitrary: shown }, prose), { maxLength: 8 });
    fc.assert(
      fc.property(pieces, cuts, (parts, sizes) => {
        read += 1;
        const lines = parts.flat();
        expect(acts(createPlainReader(FORMS), lines, sizes[Symbol.iterator]())).toEqual([]);
        const entry = JSON.stringify(said(lines.join("\n")));
        expect(createTranscriptReader(FORMS).read([entry]).actions).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(read).toBe(RUNS);
  });

  it("move no task by what others than the agent said", () => {
    const entries = fc.array(
      fc.oneof(
        foreign,
        shown.map((lines) => said(lines.join("\n"))),
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(entries, (all) => {
        const lines = all.map((entry) => JSON.stringify(entry));
        expect(createTranscriptReader(FORMS).read(lines).actions).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("are heard in every legitimate form, among all of that", () => {
    const around = fc.array(prose, { maxLength: 4 });
    fc.assert(
      fc.property(around, legitimate, around, cuts, (before, [line, act], after, sizes) => {
        const lines = [...before.flat(), line, ...after.flat()];
        expect(acts(createPlainReader(FORMS), lines, sizes[Symbol.iterator]())).toEqual([act]);
        const transcript = [...before.flat().map(said), said(line)].map((one) =>
          JSON.stringify(one),
        );
        const { actions } = createTranscriptReader(FORMS).read(transcript);
        expect(actions.map(({ act: done, task: id }) => `${done} ${id}`)).toEqual([act]);
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });
});
