import { CountersignError, type ErrorCode } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toErrorResult } from "./error-result.ts";

/** What each kind of refusal is about, as the engine and the tools fill it in. */
const DETAILS = {
  task: "ch-abc3",
  round: 3,
  given: 2,
  state: "reviewing",
  turn: "reviewers",
  layer: "peer",
  person: "ana",
  count: 2,
  findings: "F-31 (limiter.ts:44), F-33 (limiter.ts:71)",
  attempts: 3,
  role: "author",
  gate: "fail",
};

const CODES = [
  "invalid_input",
  "unauthenticated",
  "forbidden",
  "human_only",
  "self_review",
  "not_your_turn",
  "not_found",
  "no_assignment",
  "wrong_state",
  "stale_round",
  "stale_content",
  "nothing_changed",
  "unanswered_findings",
  "rounds_used",
  "merging",
  "on_hold",
  "gate_closed",
  "undo_closed",
  "reused_key",
  "bad_finding",
  "too_large",
  "upstream_failed",
  "unreachable",
  "timed_out",
  "internal",
] as const satisfies readonly ErrorCode[];

const ACTION =
  /\b(?:[Ss]top|[Cc]all|submit|get_\w+|[Aa]sk for|Correct|Give|Check|must be fixed|new key|by itself|nothing to undo)\b/;

function told(error: unknown, role: "author" | "viewer" = "author") {
  const { isError, content, structuredContent } = toErrorResult(error, role);
  const [first] = content;
  return { isError, text: first?.type === "text" ? first.text : "", data: structuredContent };
}

describe("a refusal", () => {
  it.each(CODES)("of the kind %s names the next action and has no holes", (code) => {
    const { isError, text, data } = told(
      new CountersignError(code, "It cannot be", { details: DETAILS }),
    );
    expect(isError).toBe(true);
    expect(text).toMatch(ACTION);
    expect(text).not.toMatch(/\{[a-z]+\}/);
    const name = code === "unauthenticated" ? "AUTH" : code.toUpperCase();
    expect(data).toMatchObject({ code: name, message: text, next: { do: expect.any(String) } });
  });

  it.each(CODES)("of the kind %s says enough where nothing is known about it", (code) => {
    const { text } = told(new CountersignError(code, "It cannot be"));
    expect(text).toMatch(ACTION);
    expect(text).not.toMatch(/\{[a-z]+\}/);
  });

  it("says what was not understood", () => {
    const { error } = z.object({ task: z.string() }).safeParse({});
    expect(told(error).text).toMatch(
      /^The call was not understood: task: .+ Correct it and call again\.$/,
    );
  });

  it("of something unforeseen tells nothing about it", () => {
    const bug = new Error("password=hunter2");
    expect(JSON.stringify(told(bug))).not.toMatch(/hunter2|at .*\.ts/);
    expect(told(bug).data).toMatchObject({ code: "INTERNAL", next: { do: "stop" } });
  });

  it("asks for a token of the same role", () => {
    const error = new CountersignError(
      "unauthenticated",
      "The token is unknown, expired or revoked",
    );
    expect(told(error).text).toBe(
      "The token is unknown, expired or revoked. A person must run: countersign token create --role author. Stop.",
    );
  });

  it("sends only those to search_tasks who have it", () => {
    const error = new CountersignError("not_found", "There is no task cs-x");
    expect(told(error, "author").text).toBe(
      "There is no task cs-x. Check the id with get_my_assignment.",
    );
    expect(told(error, "viewer").text).toBe(
      "There is no task cs-x. Check the id with search_tasks.",
    );
  });

  it("is one line of at most 600 characters, whatever it quotes", () => {
    const error = new CountersignError("invalid_input", `a\u001b[31m\n${"x".repeat(10_000)}`);
    const { text } = told(error);
    expect(text.length).toBeLessThanOrEqual(600);
    expect(text).not.toMatch(/\p{Cc}/u);
  });
});
