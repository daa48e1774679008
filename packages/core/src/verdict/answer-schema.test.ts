import { describe, expect, it } from "vitest";
import { AnswerSchema, answerJsonSchema } from "./answer-schema.ts";

describe("answerJsonSchema", () => {
  const schema = answerJsonSchema();

  it("is draft-07, closed, and asks for every key [R-116] [R-194]", () => {
    expect(schema).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      required: ["completed", "nonce", "tree", "verdict", "summary", "findings"],
      additionalProperties: false,
      properties: {
        completed: { const: true },
        verdict: { enum: ["approved", "concerns", "blocker", "abstained"] },
        findings: {
          maxItems: 200,
          items: {
            additionalProperties: false,
            required: [
              "severity",
              "category",
              "ruleId",
              "file",
              "line",
              "endLine",
              "quote",
              "message",
              "recommendation",
              "satisfiedWhen",
              "confidence",
            ],
            properties: { severity: { enum: ["critical", "major", "warning", "info"] } },
          },
        },
      },
    });
  });

  it("stands alone, without references", () => {
    expect(JSON.stringify(schema)).not.toContain("$ref");
  });
});

describe("AnswerSchema", () => {
  it("knows no other fields", () => {
    const answer = {
      completed: true,
      nonce: "n",
      tree: "a".repeat(40),
      verdict: "approved",
      summary: "",
      findings: [],
    };

    expect(AnswerSchema.safeParse(answer).success).toBe(true);
    expect(AnswerSchema.safeParse({ ...answer, approved: true }).success).toBe(false);
  });
});
