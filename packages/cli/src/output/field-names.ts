import { z } from "zod";

/** The fields of an output, or of each of its entries; null if any field is possible. */
export function fieldNames(schema: unknown): string[] | null {
  if (schema instanceof z.ZodArray) return fieldNames(schema.element);
  if (schema instanceof z.ZodUnion) {
    const all = schema.options.map(fieldNames);
    return all.some((names) => names === null)
      ? null
      : [...new Set(all.flatMap((names) => names ?? []))];
  }
  if (!(schema instanceof z.ZodObject)) return null;
  return schema.def.catchall === undefined || schema.def.catchall instanceof z.ZodNever
    ? Object.keys(schema.shape)
    : null;
}
