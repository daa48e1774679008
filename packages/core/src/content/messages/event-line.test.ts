import { describe, expect, it } from "vitest";
import { parseEventLine } from "./event-line.ts";

describe("parseEventLine", () => {
  it.each([
    ['{"type":"milestone"}', { type: "milestone", summary: "" }],
    ['{ "type": "blocker", "summary": "Stuck" }\r\n', { type: "blocker", summary: "Stuck" }],
    [
      '{"type":"request_review","task":"ch-abc3","agent":"codex","summary":"é😀"}',
      {
        type: "request_review",
        task: "ch-abc3",
        agent: "codex",
        summary: "é😀",
      },
    ],
    [
      '{"type":"milestone","verdict":"approved","payload":{"deep":[1]}}',
      { type: "milestone", summary: "" },
    ],
    [
      `{"type":"milestone","summary":"${"x".repeat(2_000)}"}`,
      { type: "milestone", summary: "x".repeat(2_000) },
    ],
  ])("reads %s [R-045] [R-046] [R-047] [R-211]", (line, event) => {
    expect(parseEventLine(line)).toEqual({ ok: true, event });
  });

  it.each([
    ["", "not JSON"],
    ["Milestone reached", "not JSON"],
    ['{"type":"milestone"} {"type":"blocker"}', "not JSON"],
    ['{"type":"milestone","type":"blocker"}', 'duplicate key "type"'],
    ['{"type":"milestone","__proto__":{"type":"blocker"}}', 'forbidden key "__proto__"'],
    ['{"type":"milestone","summary":"a\\u0000b"}', "a NUL character"],
    ['{"type":"milestone","summary":"\\ud800"}', "a lone surrogate"],
    [`{"type":"milestone","x":${"[".repeat(8)}${"]".repeat(8)}}`, "nested deeper than 8"],
    [`{"type":"milestone","x":"${"x".repeat(16_384)}"}`, "longer than 16384 characters"],
    ['{"type":\n"milestone"}', "more than one line"],
    ["null", "the line: Invalid input: expected object, received null"],
    ['["milestone"]', "the line: Invalid input: expected object, received array"],
    ["{}", 'type: Invalid option: expected one of "milestone"|"blocker"|"request_review"'],
    [
      '{"type":"manual"}',
      'type: Invalid option: expected one of "milestone"|"blocker"|"request_review"',
    ],
    [
      '{"type":"review_result"}',
      'type: Invalid option: expected one of "milestone"|"blocker"|"request_review"',
    ],
    ['{"type":"milestone","task":5}', "task: Invalid input: expected string, received number"],
    [
      `{"type":"milestone","summary":"${"x".repeat(2_001)}"}`,
      "summary: Too big: expected string to have <=2000 characters",
    ],
  ])("refuses %j [R-017] [R-157]", (line, reason) => {
    expect(parseEventLine(line)).toEqual({ ok: false, reason });
  });

  it.each(["../etc", "--force", "a b", "a\u202eb", "", "x".repeat(65)])(
    "refuses %j as a task or an agent",
    (name) => {
      const task = parseEventLine(JSON.stringify({ type: "milestone", task: name }));
      const agent = parseEventLine(JSON.stringify({ type: "milestone", agent: name }));

      expect(task).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^task: /),
      });
      expect(agent).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^agent: /),
      });
    },
  );
});
