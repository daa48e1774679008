import { describe, expect, it } from "vitest";
import { Elevation, Reviewer } from "../policy/schema-review.ts";
import { parseAnswer } from "./parse-answer.ts";

const reviewer = Reviewer.parse({
  id: "codex",
  name: "Codex",
  kind: "agent",
  adapter: "codex",
  description: "Reads the change",
});
const expected = { nonce: "n-4711", tree: "a".repeat(40), reviewer };
const echo = { completed: true, nonce: expected.nonce, tree: expected.tree };
const approval = { ...echo, verdict: "approved", summary: "Fine", findings: [] };

function parse(value: unknown, by: Reviewer = reviewer) {
  return parseAnswer(JSON.stringify(value), { ...expected, reviewer: by });
}

function noResult(reason: string) {
  return { ok: false, reason };
}

describe("parseAnswer, the envelope of panel", () => {
  const envelope = {
    type: "review_result",
    reviewer: "codex",
    timestamp: "2026-01-01T00:00:00Z",
    payload: {
      verdict: "concerns",
      summary: "Auth logic looks solid, but missing salt in hash.",
      issues: [
        {
          severity: "high",
          description: "Password hashing is using MD5, must use Argon2.",
          file: "auth_controller.py",
        },
      ],
    },
  };

  it("reads the example of panel, with the echo, without a note [R-114] [R-115]", () => {
    expect(parse({ ...envelope, ...echo })).toEqual({
      ok: true,
      answer: {
        opinion: "concerns",
        summary: "Auth logic looks solid, but missing salt in hash.",
        findings: [
          {
            severity: "major",
            category: "general",
            message: "Password hashing is using MD5, must use Argon2.",
            file: "auth_controller.py",
          },
        ],
        notes: [],
      },
    });
  });

  it("is no result without the echo [D13] [H12] [H19]", () => {
    expect(parse(envelope)).toEqual(noResult("the answer does not say completed: true"));
  });

  it.each([
    { change: { type: "review_request" }, reason: "the answer's type is not review_result" },
    { change: { type: undefined }, reason: "the answer's type is not review_result" },
    { change: { payload: [] }, reason: "the answer's payload is not an object" },
    { change: { payload: null }, reason: "the answer's payload is not an object" },
    {
      change: { payload: { ...envelope.payload, verdict: "approved | concerns | blocker" } },
      reason: 'unknown verdict "approved | concerns | blocker"',
    },
    {
      change: { payload: { ...envelope.payload, findings: [] } },
      reason: "the answer has both findings and issues",
    },
  ])("is no result: $reason", ({ change, reason }) => {
    expect(parse({ ...envelope, ...echo, ...change })).toEqual(noResult(reason));
  });

  it("notes unknown fields of the envelope and of the payload", () => {
    const payload = { ...envelope.payload, score: 10 };

    expect(parse({ ...envelope, ...echo, payload, vote: 1 })).toMatchObject({
      answer: {
        notes: ['unknown fields were ignored: "vote"', 'unknown fields were ignored: "score"'],
      },
    });
  });
});

describe("parseAnswer, the boolean of cycles", () => {
  it("reads approved with and without feedback [R-112]", () => {
    expect(parse({ ...echo, approved: true, feedback: "LGTM", assignment_id: 7 })).toEqual({
      ok: true,
      answer: { opinion: "approved", summary: "LGTM", findings: [], notes: [] },
    });
    expect(parse({ ...echo, approved: true })).toMatchObject({
      ok: true,
      answer: { opinion: "approved", summary: "" },
    });
  });

  it("reads a rejection as concerns with its feedback [R-112]", () => {
    expect(parse({ ...echo, approved: false, feedback: "Missing null check in Y" })).toEqual({
      ok: true,
      answer: { opinion: "concerns", summary: "Missing null check in Y", findings: [], notes: [] },
    });
  });

  it.each([undefined, null, "", " \n"])(
    "needs feedback to reject, and %j is none [R-112]",
    (feedback) => {
      expect(parse({ ...echo, approved: false, feedback })).toEqual(
        noResult("the answer says concerns, but not why"),
      );
    },
  );

  it.each(["true", 1, null])("does not read %j as a boolean", (approved) => {
    expect(parse({ ...echo, approved })).toEqual(noResult("approved is neither true nor false"));
  });
});

describe("parseAnswer, an audit", () => {
  const auditor = { ...reviewer, elevate: Elevation.parse({}) };
  const findings = [
    { severity: "fail", category: "Contrast", message: "2.1:1" },
    { severity: "warn", category: "motion", message: "No reduced motion" },
    { severity: "pass", category: "spacing", message: "On the grid" },
  ];

  it("maps fail to major and warn to warning, and makes no finding of pass [R-120]", () => {
    expect(parse({ ...approval, verdict: "concerns", findings }, auditor)).toMatchObject({
      answer: {
        findings: [
          { severity: "major", category: "contrast" },
          { severity: "warning", category: "motion" },
        ],
        notes: [],
      },
    });
  });

  it("does not know these words from any other reviewer", () => {
    expect(parse({ ...approval, findings })).toEqual(
      noResult('the answer approves, but findings[0] was refused: unknown severity "fail"'),
    );
  });
});

describe("parseAnswer, an answer that could be read in two ways", () => {
  it.each([
    { ...approval, approved: false, feedback: "no" },
    { ...approval, type: "review_result", payload: { verdict: "blocker" } },
    { ...echo, summary: "Fine", findings: [] },
  ])("is no result: %j", (value) => {
    expect(parse(value)).toEqual(
      noResult("the answer must have exactly one of verdict, payload and approved"),
    );
  });
});
