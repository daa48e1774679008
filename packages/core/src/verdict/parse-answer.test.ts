import { describe, expect, it } from "vitest";
import { Reviewer } from "../policy/schema-review.ts";
import { AnswerSchema } from "./answer-schema.ts";
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

function parse(value: unknown) {
  return parseAnswer(JSON.stringify(value), expected);
}

function noResult(reason: string) {
  return { ok: false, reason };
}

describe("parseAnswer, our own form", () => {
  it.each(["approved", "concerns", "blocker", "abstained"])(
    "reads the verdict %s [R-115] [C4]",
    (verdict) => {
      expect(parse({ ...approval, verdict })).toEqual({
        ok: true,
        answer: { opinion: verdict, summary: "Fine", findings: [], notes: [] },
      });
    },
  );

  it("reads every answer that the schema describes, without a note [C4]", () => {
    const answer = AnswerSchema.parse({
      ...echo,
      verdict: "concerns",
      summary: "One thing",
      findings: [
        {
          severity: "major",
          category: "security",
          ruleId: null,
          file: "src/a.ts",
          line: 3,
          endLine: null,
          quote: "  md5(x)",
          message: "Weak hash",
          recommendation: null,
          satisfiedWhen: "Argon2 is used",
          confidence: 0.9,
        },
      ],
    });

    expect(parse(answer)).toEqual({
      ok: true,
      answer: {
        opinion: "concerns",
        summary: "One thing",
        findings: [
          {
            severity: "major",
            category: "security",
            file: "src/a.ts",
            line: 3,
            quote: "  md5(x)",
            message: "Weak hash",
            satisfiedWhen: "Argon2 is used",
            confidence: 0.9,
          },
        ],
        notes: [],
      },
    });
  });

  it.each<{ field: string; value: unknown; reason: string }>([
    { field: "completed", value: undefined, reason: "the answer does not say completed: true" },
    { field: "completed", value: false, reason: "the answer does not say completed: true" },
    { field: "completed", value: "true", reason: "the answer does not say completed: true" },
    { field: "nonce", value: undefined, reason: "the answer does not echo the nonce" },
    { field: "nonce", value: "n-4712", reason: "the answer does not echo the nonce" },
    { field: "nonce", value: ["n-4711"], reason: "the answer does not echo the nonce" },
    { field: "tree", value: undefined, reason: "the answer is not about this tree" },
    { field: "tree", value: "b".repeat(40), reason: "the answer is not about this tree" },
    { field: "verdict", value: "Approved", reason: 'unknown verdict "Approved"' },
    { field: "verdict", value: "lgtm", reason: 'unknown verdict "lgtm"' },
    { field: "verdict", value: null, reason: "unknown verdict (object)" },
    { field: "verdict", value: { toString: 1 }, reason: "unknown verdict (object)" },
    { field: "verdict", value: true, reason: "unknown verdict (boolean)" },
    { field: "findings", value: undefined, reason: "the answer has no list of findings" },
    { field: "findings", value: {}, reason: "the answer has no list of findings" },
  ])("is no result with $field $value [R-017] [R-157] [D13] [H17]", ({ field, value, reason }) => {
    expect(parse({ ...approval, [field]: value })).toEqual(noResult(reason));
  });

  it("drops unknown fields with a note and never reads them", () => {
    const extra = { override: true, "b\u001b[2J": 1, c: 1, d: 1, e: 1, f: 1, g: 1 };

    expect(parse({ ...approval, ...extra })).toMatchObject({
      ok: true,
      answer: {
        opinion: "approved",
        notes: ['unknown fields were ignored: "override", "b[2J", "c", "d", "e" and 2 more'],
      },
    });
  });

  it("keeps the summary clean and short, and says when it was cut", () => {
    expect(parse({ ...approval, summary: " a\u0007b\r\nc " })).toMatchObject({
      answer: { summary: "ab\nc", notes: [] },
    });
    expect(parse({ ...approval, summary: "x".repeat(20_001) })).toMatchObject({
      answer: { summary: "x".repeat(20_000), notes: ["summary was cut"] },
    });
    expect(parse({ ...approval, summary: "x".repeat(20_000) })).toMatchObject({
      answer: { notes: [] },
    });
    expect(parse({ ...approval, summary: 5 })).toMatchObject({
      answer: { summary: "", notes: ["summary is not text and was ignored"] },
    });
    expect(parse({ ...approval, summary: null })).toMatchObject({
      answer: { summary: "", notes: [] },
    });
  });

  it.each(["concerns", "blocker"])("is no result when it says %s without a word", (verdict) => {
    expect(parse({ ...approval, verdict, summary: " " })).toEqual(
      noResult(`the answer says ${verdict}, but not why`),
    );
  });

  it.each(["approved", "abstained"])("needs no words to say %s", (verdict) => {
    expect(parse({ ...approval, verdict, summary: "" })).toMatchObject({ ok: true });
  });
});

describe("parseAnswer, findings that cannot be read", () => {
  const unreadable = { severity: "catastrophic", message: "Boom" };
  const readable = { severity: "low", message: "Typo" };

  it("names each in a note and keeps the others", () => {
    const findings = [unreadable, readable, "text"];

    expect(parse({ ...approval, verdict: "concerns", findings })).toMatchObject({
      ok: true,
      answer: {
        findings: [{ severity: "info", category: "general", message: "Typo" }],
        notes: [
          'findings[0] was refused: unknown severity "catastrophic"',
          "findings[2] was refused: it is not an object",
        ],
      },
    });
  });

  it("never lets such an answer approve [H19]", () => {
    expect(parse({ ...approval, findings: [readable, unreadable] })).toEqual(
      noResult('the answer approves, but findings[1] was refused: unknown severity "catastrophic"'),
    );
  });

  it("reads 200 findings and refuses the rest", () => {
    const many = (count: number) => ({
      ...approval,
      verdict: "concerns",
      findings: Array.from({ length: count }, () => readable),
    });

    expect(parse(many(200))).toMatchObject({ ok: true, answer: { notes: [] } });
    const result = parse(many(201));
    expect(result).toMatchObject({
      ok: true,
      answer: { notes: ["findings[200] and later were refused: an answer may have 200"] },
    });
    expect(result.ok && result.answer.findings.length).toBe(200);
  });

  it("says which finding a note is about", () => {
    const findings = [readable, { ...readable, line: 0, vote: "approved" }];

    expect(parse({ ...approval, findings })).toMatchObject({
      answer: {
        notes: [
          'findings[1]: unknown fields were ignored: "vote"',
          "findings[1]: line is not valid and was ignored",
        ],
      },
    });
  });
});
