import { policyJsonSchema } from "../../packages/core/src/index.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Every configuration key of the schema that holds a value: `[]` is an entry of a list, `*` any name. */
export function listKeys(): string[] {
  return [...new Set(keysBelow(policyJsonSchema(), []))];
}

function keysBelow(schema: unknown, path: readonly string[]): string[] {
  const below = forms(schema).flatMap((form) => stepsOf(form));
  if (below.length === 0) return [path.join(".")];
  return below.flatMap(([step, next]) => keysBelow(next, [...path, step]));
}

function stepsOf({ properties, items, additionalProperties }: Schema): [string, unknown][] {
  return [
    ...(isSchema(properties) ? Object.entries(properties) : []),
    ...(hasKeys(items) ? [["[]", items] satisfies [string, unknown]] : []),
    ...(hasKeys(additionalProperties)
      ? [["*", additionalProperties] satisfies [string, unknown]]
      : []),
  ];
}

/** Lists and records of plain values are one key. */
function hasKeys(schema: unknown): boolean {
  return forms(schema).some(
    ({ properties, additionalProperties }) =>
      isSchema(properties) || isSchema(additionalProperties),
  );
}

function forms(schema: unknown): Schema[] {
  if (!isSchema(schema)) return [];
  const { anyOf } = schema;
  return [schema, ...(Array.isArray(anyOf) ? anyOf.flatMap(forms) : [])];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
