import { z } from "zod";
import { ANSWERS } from "./answers.ts";

/** The fields that an answer may have, or that each entry of it may have; null where any are possible. */
export function fieldsOf(schema: string): readonly string[] | null {
  const answer = ANSWERS[schema];
  return answer === undefined ? null : keysOf(answer);
}

function keysOf(schema: unknown): string[] | null {
  if (schema instanceof z.ZodArray) return keysOf(schema.element);
  if (schema instanceof z.ZodUnion) {
    const all = schema.options.map(keysOf);
    return all.some((keys) => keys === null)
      ? null
      : [...new Set(all.flatMap((keys) => keys ?? []))];
  }
  if (!(schema instanceof z.ZodObject)) return null;
  return schema.def.catchall === undefined || schema.def.catchall instanceof z.ZodNever
    ? Object.keys(schema.shape)
    : null;
}
