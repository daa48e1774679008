import { z } from "zod";
import { schemaName } from "../output/envelope.ts";
import { schemaUrl } from "../runtime/schema-address.ts";
import { ANSWERS } from "./answers.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The published JSON Schema of every answer, by the name of its file. */
export function schemaFiles(): ReadonlyMap<string, JsonSchema> {
  const names = Object.keys(ANSWERS).toSorted();
  return new Map(names.map((name) => [`${name}.json`, publishedSchema(name)]));
}

/** Readers must let fields pass that they do not know: more may be added. */
function publishedSchema(name: string): JsonSchema {
  const data = ANSWERS[name] ?? z.unknown();
  const answer = z.looseObject({
    schema: z.literal(schemaName(name)),
    data,
    next: z.string().nullable(),
  });
  const { $schema, ...rest } = z.toJSONSchema(answer, { io: "output", unrepresentable: "any" });
  return {
    $schema,
    $id: schemaUrl(`schemas/${name}.json`),
    title: schemaName(name),
    ...open(rest),
  };
}

/** Closed objects are right for what we take in, not for what we promise. */
function open(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === "additionalProperties" && value === false))
      .map(([key, value]) => [key, openValue(value)]),
  );
}

function openValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openValue);
  return typeof value === "object" && value !== null ? open({ ...value }) : value;
}
