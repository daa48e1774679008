import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

type Json = Record<string, unknown>;

/** Schema keywords that tell a model nothing and cost tokens. */
const NOISE: ReadonlySet<string> = new Set(["$schema", "additionalProperties", "maxLength"]);

/**
 * Converts a schema to its listed form. The tool itself parses its input and refuses with the next
 * step. Some hosts drop output that does not match the listed schema, refusals included, so the
 * output schema requires only the fields that every response has.
 */
export function listed(schema: z.ZodType, io: "input" | "output"): StandardSchemaWithJSON {
  const full = compact(z.toJSONSchema(schema, { io }));
  const json = io === "output" ? { ...full, required: ["next"] } : full;
  return {
    "~standard": {
      version: 1,
      vendor: "countersign",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

function compact(schema: object): Json {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !NOISE.has(name) && !isBound(value))
      .map(([name, value]) => [name, name === "properties" ? properties(value) : inner(value)]),
  );
}

/** Keeps every field, because field names are never noise. */
function properties(value: object): Json {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inner(field)]));
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === "object" && value !== null ? compact(value) : value;
}

/** Matches the safe integer bounds. */
function isBound(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}
