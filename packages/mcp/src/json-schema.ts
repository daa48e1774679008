import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";

type Json = Record<string, unknown>;

/** Says nothing to a model, and every word of a definition costs it tokens. */
const NOISE: ReadonlySet<string> = new Set(["$schema", "additionalProperties", "maxLength"]);

/**
 * A schema as it is listed. Parsing is left to the tool itself, which refuses in words that name the
 * next step. A refusal is structured too, and some hosts drop what does not fit the listed output: so
 * that lists as required only what every answer has.
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

/** Names of fields are never noise. */
function properties(value: object): Json {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inner(field)]));
}

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === "object" && value !== null ? compact(value) : value;
}

/** The largest and smallest whole numbers that a program can count with. */
function isBound(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}
