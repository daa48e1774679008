import { CountersignError } from "@countersign/core";
import type { z } from "zod";

/** Encodes a position in a list or stream as an opaque cursor. `readCursor` parses it strictly. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function readCursor<Place>(schema: z.ZodType<Place>, cursor: string): Place {
  const parsed = schema.safeParse(decode(cursor));
  if (parsed.success) return parsed.data;
  throw new CountersignError("invalid_input", "This cursor is not valid");
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

const MAX_ROWS = 1_000;

/** Validates the number of rows on a page. */
export function pageSize(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_ROWS) return limit;
  throw new CountersignError("invalid_input", `The page size must be between 1 and ${MAX_ROWS}`);
}
