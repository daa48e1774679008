import type { z } from "zod";
import type { Path } from "../problem.ts";
import { policyJsonSchema } from "../schema.ts";

type Schema = z.core.JSONSchema.BaseSchema;

let whole: Schema | undefined;

/** Returns the keys that the policy's schema knows at a path, in any variant. */
export function knownKeys(path: Path): string[] {
  whole ??= policyJsonSchema();
  let schemas = forms(whole);
  for (const step of path) schemas = schemas.flatMap((schema) => below(schema, step));
  return [...new Set(schemas.flatMap((schema) => Object.keys(schema.properties ?? {})))];
}

function forms(schema: unknown): Schema[] {
  if (!isSchema(schema)) return [];
  return [schema, ...(schema.anyOf ?? []).flatMap(forms)];
}

function below(schema: Schema, step: string | number): Schema[] {
  if (typeof step === "number") return forms(schema.items);
  const properties = schema.properties ?? {};
  return forms(Object.hasOwn(properties, step) ? properties[step] : schema.additionalProperties);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
