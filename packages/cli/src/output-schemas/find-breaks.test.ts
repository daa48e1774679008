import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findBreaks, type JsonSchema } from "./find-breaks.ts";

function schemaOf(schema: z.ZodType): JsonSchema {
  return { ...z.toJSONSchema(schema) };
}

const before = z.object({
  id: z.string(),
  state: z.enum(["open", "done"]),
  lines: z.array(z.object({ no: z.int() })),
  by: z.string().nullable(),
});

describe("findBreaks", () => {
  it.each([
    ["nothing changed", before],
    ["a field was added", before.extend({ more: z.string() })],
    [
      "a field of a list's entries was added",
      before.extend({ lines: z.array(z.object({ no: z.int(), text: z.string() })) }),
    ],
    ["null is no longer possible", before.extend({ by: z.string() })],
    ["fewer words are possible", before.extend({ state: z.enum(["open"]) })],
  ])("finds nothing where %s", (_, after) => {
    expect(findBreaks(schemaOf(before), schemaOf(after))).toEqual([]);
  });

  it.each([
    ["/id: is gone", before.omit({ id: true })],
    ["/id: may now be number", before.extend({ id: z.number() })],
    ["/id: may now be missing", before.extend({ id: z.string().optional() })],
    ["/state: may now be new", before.extend({ state: z.enum(["open", "done", "new"]) })],
    ["/lines[]/no: is gone", before.extend({ lines: z.array(z.object({})) })],
    ["/by: may now be number", before.extend({ by: z.union([z.string(), z.number()]) })],
    ["/id: may now be null", before.extend({ id: z.string().nullable() })],
  ])("finds %s", (message, after) => {
    expect(findBreaks(schemaOf(before), schemaOf(after))).toContain(message);
  });
});
