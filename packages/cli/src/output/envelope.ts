import { CountersignError, closest } from "@countersign/core";
import { guardJson } from "./guard.ts";
import type { Result } from "./result.ts";

const VERSION = 1;

/** The full name of a schema. Fields are only ever added within a version. */
export function schemaName(schema: string): string {
  return `countersign/${schema}/${VERSION}`;
}

/** The answer as JSON. `known` are the fields that it may have, where they are known. */
export function envelope(
  { schema, data, next = null }: Pick<Result, "schema" | "data" | "next">,
  fields: readonly string[] = [],
  known: readonly string[] | null = null,
): string {
  const picked = fields.length === 0 ? data : pick(data, fields, known);
  return guardJson(JSON.stringify({ schema: schemaName(schema), data: picked, next }, null, 2));
}

function pick(data: unknown, fields: readonly string[], known: readonly string[] | null): unknown {
  if (known !== null) for (const field of fields) requireField(field, known);
  if (Array.isArray(data)) return data.map((item) => pick(item, fields, known));
  if (!isRecord(data)) return data;
  return Object.fromEntries(fields.map((field) => [field, fieldOf(data, field, known)]));
}

/** Null: this item does not have the field. */
function fieldOf(
  data: Readonly<Record<string, unknown>>,
  field: string,
  known: readonly string[] | null,
): unknown {
  if (Object.hasOwn(data, field)) return data[field];
  requireField(field, known ?? Object.keys(data));
  return null;
}

function requireField(field: string, known: readonly string[]): void {
  if (known.includes(field)) return;
  const meant = closest(field, known);
  const guess = meant === undefined ? "" : `, did you mean \`${meant}\`?`;
  throw new CountersignError("invalid_input", `Unknown field "${field}"${guess}`, {
    hint: `Fields: ${known.join(", ")}`,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
