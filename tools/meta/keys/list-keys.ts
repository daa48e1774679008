import { policyJsonSchema } from "../../../packages/core/src/index.ts";

type Schema = Readonly<Record<string, unknown>>;

type Step = [step: string, schema: unknown, required: boolean];
type Key = { key: string; required: boolean };

/**
 * Lists every configuration key of the schema that has a value: `[]` is an entry of a list, `*` any
 * name.
 */
export function listKeys(): string[] {
  return [...new Set(allKeys().map(({ key }) => key))];
}

/** Lists the required keys. */
export function listRequiredKeys(): string[] {
  const required = allKeys().filter((key) => key.required);
  return [...new Set(required.map(({ key }) => key))];
}

function allKeys(): Key[] {
  return keysBelow(policyJsonSchema(), [], false);
}

function keysBelow(schema: unknown, path: readonly string[], required: boolean): Key[] {
  const below = forms(schema).flatMap((form) => stepsOf(form));
  if (below.length === 0) return [{ key: path.join("."), required }];
  return below.flatMap(([step, next, isRequired]) => keysBelow(next, [...path, step], isRequired));
}

function stepsOf({ properties, required, items, additionalProperties }: Schema): Step[] {
  const names = Array.isArray(required) ? required : [];
  const named = Object.entries(isSchema(properties) ? properties : {});
  return [
    ...named.map(([name, next]): Step => [name, next, names.includes(name)]),
    ...(hasKeys(items) ? [["[]", items, false] satisfies Step] : []),
    ...(hasKeys(additionalProperties) ? [["*", additionalProperties, false] satisfies Step] : []),
  ];
}

/** Returns whether a schema has keys. Lists and records of plain values are one key. */
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
