import type { JsonSchema } from "./find-breaks.ts";

type Definitions = Readonly<Record<string, JsonSchema>>;

/**
 * Replaces every `$ref` of a schema by the definition it names, so that two schemas can be compared whatever
 * definitions they share. A reference of a definition to itself becomes the number of definitions in between.
 */
export function inlineRefs(
  { $defs: _, ...schema }: JsonSchema,
  definitions: Definitions,
  path: readonly string[] = [],
): JsonSchema {
  const { $ref, ...own } = schema;
  const inlined = Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, inlineValue(value, definitions, path)]),
  );
  if (typeof $ref !== "string") return inlined;
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  const index = path.lastIndexOf(name);
  if (index !== -1) return { $ref: path.length - index, ...inlined };
  const found = definitions[name];
  if (found === undefined) throw new Error(`The schema has no definition ${name}`);
  return { ...inlineRefs(found, definitions, [...path, name]), ...inlined };
}

function inlineValue(value: unknown, definitions: Definitions, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineValue(item, definitions, path));
  return typeof value === "object" && value !== null
    ? inlineRefs({ ...value }, definitions, path)
    : value;
}
