import { CountersignError } from "@countersign/core";
import type { z } from "zod";

/** Places in a list or stream are handed out as opaque words, and read back strictly. */
export function writeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function readCursor<Place>(schema: z.ZodType<Place>, cursor: string): Place {
  const parsed = schema.safeParse(decode(cursor));
  if (parsed.success) return parsed.data;
  throw new CountersignError("invalid_input", "This cursor was not handed out by us");
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

const MAX_ROWS = 1_000;

/** How many rows a page may have. */
export function pageSize(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_ROWS) return limit;
  throw new CountersignError("invalid_input", `A page has 1 to ${MAX_ROWS} rows`);
}
