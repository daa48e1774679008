import { CountersignError } from "@countersign/core";
import { guardJson } from "./guard.ts";
import type { Result } from "./result.ts";

const VERSION = 1;

/** The answer as JSON. Fields are only ever added within a version. */
export function envelope(
  { schema, data, next = null }: Pick<Result, "schema" | "data" | "next">,
  fields: readonly string[] = [],
): string {
  const picked = fields.length === 0 ? data : pick(data, fields);
  const answer = { schema: `countersign/${schema}/${VERSION}`, data: picked, next };
  return guardJson(JSON.stringify(answer, null, 2));
}

function pick(data: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(data)) return data.map((item) => pick(item, fields));
  if (!isRecord(data)) return data;
  return Object.fromEntries(fields.map((field) => [field, fieldOf(data, field)]));
}

function fieldOf(data: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(data, field)) return data[field];
  throw new CountersignError("invalid_input", `There is no field "${field}"`, {
    hint: `The fields are: ${Object.keys(data).join(", ")}`,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
