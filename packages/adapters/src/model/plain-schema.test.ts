import { answerJsonSchema } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { plainSchema } from "./plain-schema.ts";

describe("plainSchema", () => {
  it("keeps the form and leaves limits, patterns and constants out", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      description: "An answer",
      properties: {
        done: { type: "boolean", const: true },
        tree: { type: ["string", "null"], pattern: "^a$", minLength: 3 },
        opinion: { type: "string", enum: ["yes", "no"] },
        level: { type: "integer", enum: [1, 2] },
        list: { type: "array", maxItems: 2, items: { anyOf: [{ minimum: 1 }, { type: "null" }] } },
      },
      required: ["done"],
      additionalProperties: false,
    };

    expect(plainSchema(schema)).toEqual({
      type: "object",
      description: "An answer",
      properties: {
        done: { type: "boolean" },
        tree: { type: ["string", "null"] },
        opinion: { type: "string", enum: ["yes", "no"] },
        level: { type: "integer" },
        list: { type: "array", items: { anyOf: [{}, { type: "null" }] } },
      },
      required: ["done"],
      additionalProperties: false,
    });
  });

  it("asks for every key of an answer, and for no other", () => {
    const plain = plainSchema(answerJsonSchema());

    expect(plain.additionalProperties).toBe(false);
    expect(plain.required).toEqual(Object.keys(plain.properties ?? {}));
    expect(plain.properties?.findings).toMatchObject({ items: { additionalProperties: false } });
  });

  it.each([null, [], "x", { type: "thing" }, { properties: [] }])(
    "makes of %j a schema that asks for nothing",
    (schema) => {
      expect(plainSchema(schema)).toEqual({});
    },
  );
});
